import { type GlossaryTerm, normalizeTerm, TERM_MODES, validateTerm } from '@dragoman/domain/glossary/term';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, textDirection } from '@dragoman/domain/languages';
import { storableText } from '@dragoman/domain/text';
import { Trash2 } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { GlossaryRow } from '@/shared/api/database-types.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { useFormDraft, useRowId } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { useAddTerm, useChangeTerm } from '../api/terms.ts';
import { useTermRemoval } from './use-term-removal.ts';

interface TermDialogProps {
  ownerId: string;
  /** The term that is changed; a new one without it. */
  row?: GlossaryRow;
  /** May be called after the dialog was unmounted. */
  onClose: () => void;
}

type TermForm = Record<'term' | 'en' | 'zh' | 'ar', string> & Pick<GlossaryTerm, 'mode'>;

/** One term of the glossary in a form. */
export function TermDialog({ ownerId, row, onClose }: TermDialogProps) {
  const { t } = useTranslation();
  const form = useForm<TermForm>({
    defaultValues: {
      term: row?.term ?? '',
      mode: row?.mode ?? 'keep',
      en: row?.en ?? '',
      zh: row?.zh ?? '',
      ar: row?.ar ?? '',
    },
  });
  const draft = `term:${ownerId}:${row?.id ?? 'new'}`;
  const id = useRowId(draft, () => row?.id ?? newId());
  const forgetDraft = useFormDraft(draft, form, id);
  const mode = useWatch({ control: form.control, name: 'mode' });
  const add = useAddTerm(ownerId);
  const change = useChangeTerm(ownerId);
  const removeTerm = useTermRemoval(ownerId);
  const removeNow = useSingleRun(async () => {
    if (row && (await removeTerm(row))) onClose();
  });
  const busy = add.isPending || change.isPending;
  const { errors } = form.formState;

  const submit = form.handleSubmit(
    useSingleRun(async (values) => {
      const term = normalizeTerm({ ...values, ...storable(values) });
      const fault = validateTerm(term);
      if (fault) {
        const field = fault === 'no-translation' ? 'en' : 'term';
        const texts = {
          blank: t('terms.blank'),
          'too-long': t('terms.tooLong'),
          'no-translation': t('terms.noTranslation'),
        };
        form.setError(field, { message: texts[fault] }, { shouldFocus: true });
        return;
      }
      try {
        if (row) await change.mutateAsync({ id, term });
        else await add.mutateAsync({ id, ...term });
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === '23505') form.setError('term', { message: t('terms.known') }, { shouldFocus: true });
        else
          toast.error(t('common.error'), {
            description: t(code === 'PT409' ? 'terms.full' : 'terms.saveFailed'),
          });
        return;
      }
      forgetDraft();
      toast.success(t('terms.saved'));
      onClose();
    }),
  );

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(row ? 'terms.editTitle' : 'terms.newTitle')}
        className="sm:max-w-lg"
        // A tap beside the form must not discard the input.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <TextField
            label={t('terms.term')}
            hint={t('terms.termHint')}
            error={errors.term?.message}
            required
            dir="auto"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            {...form.register('term')}
          />
          <fieldset className="grid gap-2">
            <legend className="mb-1.5 font-semibold text-sm">{t('terms.mode')}</legend>
            {TERM_MODES.map((one) => (
              <label
                key={one}
                className="flex min-h-11 cursor-pointer items-start gap-3 rounded-control border border-line-strong px-3 py-2.5 has-checked:border-primary has-checked:bg-primary-tint"
              >
                <input
                  type="radio"
                  value={one}
                  className="mt-1 size-4 accent-primary"
                  {...form.register('mode')}
                />
                <span>
                  <span className="block font-semibold text-sm">{t(`terms.${one}`)}</span>
                  <span className="block text-ink-soft text-xs">{t(`terms.${one}Text`)}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {mode === 'fixed' && (
            <div className="grid gap-3">
              {LANGUAGES.map((language) => (
                <TextField
                  key={language}
                  label={<bdi lang={LANGUAGE_TAGS[language]}>{LANGUAGE_NAMES[language]}</bdi>}
                  error={errors[language]?.message}
                  lang={LANGUAGE_TAGS[language]}
                  dir={textDirection(language)}
                  autoComplete="off"
                  autoCapitalize="off"
                  {...form.register(language)}
                />
              ))}
              <p className="text-ink-soft text-xs">{t('terms.translationsHint')}</p>
            </div>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" size="lg" busy={busy} className="max-sm:flex-1">
              {busy ? t('cardBox.saving') : t('terms.save')}
            </Button>
            <Button
              variant="ghost"
              size="lg"
              onClick={() => {
                forgetDraft();
                onClose();
              }}
            >
              {t('avatar.cancel')}
            </Button>
            {row && (
              <Button
                variant="ghost"
                size="lg"
                className="ms-auto text-danger"
                onClick={() => {
                  forgetDraft();
                  void removeNow();
                }}
              >
                <Trash2 aria-hidden="true" className="size-4.5" />
                {t('terms.delete')}
              </Button>
            )}
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function storable({ term, en, zh, ar }: TermForm): Omit<TermForm, 'mode'> {
  return { term: storableText(term), en: storableText(en), zh: storableText(zh), ar: storableText(ar) };
}
