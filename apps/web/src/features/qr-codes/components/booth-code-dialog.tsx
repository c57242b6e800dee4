import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoothCodeKind, BoothCodeSummary, Profile } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { QUOTA_TEXTS, quotaOf } from '@/shared/api/quota.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field, TextField } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useBoothCodeAct } from '../api/booth-codes.ts';
import { removeOldLogos, uploadLogo } from '../api/logo-files.ts';
import { type ColorPair, colorsOf } from '../model/code-colors.ts';
import { BoothCodeActions } from './booth-code-actions.tsx';
import { BoothDownloads } from './booth-downloads.tsx';
import { CodePreview } from './code-preview.tsx';
import { StyleFields } from './style-fields.tsx';
import { useCodeCheck } from './use-code-check.ts';
import { useLogo } from './use-logo.ts';

const KINDS: readonly BoothCodeKind[] = ['booth', 'product', 'hall', 'staff'];
/** The database's limit. */
const MAX_LABEL = 60;

interface BoothCodeDialogProps {
  /** null while a new one is being made. */
  code: BoothCodeSummary | null;
  /** The user's. */
  profileId: string;
  /** The booth's. */
  vendor: Profile;
  onMade: (id: string) => void;
  onClose: () => void;
}

/** A booth code: its text and look, its files to print, and its actions. */
export function BoothCodeDialog({ code, profileId, vendor, onMade, onClose }: BoothCodeDialogProps) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const act = useBoothCodeAct(profileId, vendor.id);
  /** Of a new code: the same for each attempt to make it. */
  const [idOfNew] = useState(newId);
  const [label, setLabel] = useState(code?.label ?? '');
  const [kind, setKind] = useState<BoothCodeKind>(code?.kind ?? 'booth');
  const [colors, setColors] = useState<ColorPair>(() => colorsOf(code?.style ?? {}));
  const [blank, setBlank] = useState(false);
  const [saving, setSaving] = useState(false);
  const { logo, loading, fault, choose, remove, setLogo } = useLogo(code?.logo_path ?? null);
  const check = useCodeCheck(code?.code ?? null, colors, logo?.bitmap ?? null);
  const saved = code !== null && isSaved(code, { label, kind, colors, logoPath: logo ? logo.path : null });

  const save = useSingleRun(async () => {
    const name = label.trim();
    setBlank(name === '');
    if (name === '') return;
    setSaving(true);
    try {
      const logo_path = logo && (logo.path ?? (await uploadLogo(supabase, vendor.user_id, logo.blob)));
      // Kept at once: if the answer to what follows is lost, the next press uploads nothing.
      if (logo) setLogo((now) => (now?.blob === logo.blob ? { ...now, path: logo_path } : now));
      const content = { label: name, kind, style: colors, logo_path };
      const row = await act.mutateAsync(
        code ? { kind: 'change', id: code.id, content } : { kind: 'make', id: idOfNew, content },
      );
      setLabel(name);
      toast.success(t('boothCodes.saved'));
      if (row) onMade(row.id);
      // Who works for another booth does not see which of their logos their own codes name.
      if (vendor.id === profileId) void removeOldLogos(supabase, vendor.user_id);
    } catch (error) {
      const quota = quotaOf(error);
      const other = errorCode(error) === 'PT409' ? 'boothCodes.tooMany' : 'boothCodes.saveFailed';
      const text = quota ? QUOTA_TEXTS[quota] : other;
      toast.error(t('common.error'), { description: t(text) });
    } finally {
      setSaving(false);
    }
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={code ? <bdi>{code.label}</bdi> : t('boothCodes.new')}
        description={code ? t('boothCodes.editText') : t('boothCodes.newText')}
        className="sm:max-h-[92dvh] sm:max-w-xl lg:max-w-4xl"
        // A tap beside the form must not discard the input.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <div className="grid gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8">
          <CodePreview check={check} label={label} sample={code === null} />
          <form
            noValidate
            className="grid content-start gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void save();
            }}
          >
            <TextField
              label={t('boothCodes.label')}
              hint={t('boothCodes.labelHint')}
              error={blank ? t('boothCodes.labelBlank') : undefined}
              required
              dir="auto"
              maxLength={MAX_LABEL}
              value={label}
              onChange={({ target }) => {
                setLabel(target.value);
                setBlank(false);
              }}
            />
            <Field label={t('boothCodes.kind')}>
              {(control) => (
                <Select
                  {...control}
                  value={kind}
                  onChange={({ target }) => setKind(target.value as BoothCodeKind)}
                >
                  {KINDS.map((one) => (
                    <option key={one} value={one}>
                      {t(`boothCodes.kinds.${one}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <StyleFields
              colors={colors}
              onColors={setColors}
              hasLogo={logo !== null}
              logoFault={fault}
              onLogo={(file) => void choose(file)}
              onRemoveLogo={remove}
            />
            <Button type="submit" busy={saving} disabled={saved || loading || check.state !== 'readable'}>
              {t(code ? 'boothCodes.save' : 'boothCodes.make')}
            </Button>
          </form>
        </div>
        {code && (
          <>
            <BoothDownloads
              code={code}
              logo={logo?.blob ?? null}
              vendor={vendor}
              ready={saved && !loading && check.state === 'readable'}
            />
            <BoothCodeActions code={code} vendor={vendor} act={act} onDeleted={onClose} />
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

function isSaved(
  code: BoothCodeSummary,
  now: { label: string; kind: BoothCodeKind; colors: ColorPair; logoPath: string | null },
): boolean {
  const { dark, light } = colorsOf(code.style);
  return (
    code.label === now.label.trim() &&
    code.kind === now.kind &&
    dark === now.colors.dark &&
    light === now.colors.light &&
    code.logo_path === now.logoPath
  );
}
