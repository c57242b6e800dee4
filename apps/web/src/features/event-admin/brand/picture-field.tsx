import { useQueryClient } from '@tanstack/react-query';
import { ImageIcon } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { type FieldPath, get, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { EventAdminApiError, isSignedOut } from '../api/event-admin-api.ts';
import { uploadPicture } from './brand.ts';
import type { BrandForm } from './brand-form.ts';

/** The server's limit. */
const LARGEST_BYTES = 512 * 1024;
const LARGEST = '512 kB';
const LONGEST_SIDE = 4096;

interface PictureFieldProps {
  name: 'logo' | 'icon' | `sponsors.${number}.image`;
  label: string;
  /** Addresses of the pictures that the server has, by their names. */
  known: Readonly<Record<string, string>>;
}

/**
 * A picture of the brand: sent when it is chosen, shown at once, in use when the brand is saved.
 */
export function PictureField({ name, label, known }: PictureFieldProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { setValue, setError, clearErrors, formState } = useFormContext<BrandForm>();
  const value = String(useWatch<BrandForm, FieldPath<BrandForm>>({ name }) ?? '');
  const [sent, setSent] = useState<{ name: string; url: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { message: error } = (get(formState.errors, name) ?? {}) as { message?: string };
  const shown = sent?.name === value ? sent.url : known[value];

  useEffect(() => () => void (sent && URL.revokeObjectURL(sent.url)), [sent]);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // The same file again is a change, too.
    target.value = '';
    if (!file) return;
    if (file.size > LARGEST_BYTES) return refuse('too_large');
    setBusy(true);
    clearErrors(name);
    try {
      const uploaded = await uploadPicture(queryClient, file);
      setSent({ name: uploaded, url: URL.createObjectURL(file) });
      setValue(name, uploaded, { shouldDirty: true });
    } catch (failure) {
      if (!isSignedOut(failure)) refuse(failure instanceof EventAdminApiError ? failure.code : 'failed');
    } finally {
      setBusy(false);
    }
  }

  function refuse(code: string) {
    const known = PROBLEMS.find((one) => one === code) ?? 'failed';
    setError(name, {
      message: t(`organiser.brand.pictureErrors.${known}`, { size: LARGEST, count: LONGEST_SIDE }),
    });
  }

  return (
    <fieldset aria-describedby={`${id}-note`} className="min-w-0">
      <legend className="mb-1.5 font-semibold text-sm">{label}</legend>
      <div className="flex items-center gap-3 max-xs:flex-wrap">
        {/* Marks are drawn for white paper. */}
        <span
          className={cn(
            'grid h-18 w-28 shrink-0 place-items-center rounded-control border p-2',
            shown ? 'bg-white' : 'bg-sunken',
          )}
        >
          {shown ? (
            <img src={shown} alt="" className="size-full object-contain" />
          ) : (
            <ImageIcon aria-hidden="true" className="size-6 text-ink-soft" />
          )}
        </span>
        <div className="flex min-w-0 flex-wrap gap-1">
          <Button variant="secondary" busy={busy} onClick={() => input.current?.click()}>
            {t(
              busy
                ? 'organiser.brand.uploading'
                : value
                  ? 'organiser.brand.replace'
                  : 'organiser.brand.choose',
            )}
          </Button>
          {value && (
            <Button
              variant="ghost"
              onClick={() => {
                clearErrors(name);
                setValue(name, '', { shouldDirty: true });
              }}
            >
              {t('organiser.brand.removePicture')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          aria-label={label}
          tabIndex={-1}
          className="hidden"
          onChange={(event) => void choose(event)}
        />
      </div>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={error ? 'mt-1.5 text-danger text-sm' : 'mt-1.5 text-ink-soft text-xs'}
      >
        {error ?? t('organiser.brand.pictureHint', { size: LARGEST })}
      </p>
    </fieldset>
  );
}

const PROBLEMS = ['too_large', 'not_a_picture', 'active_svg', 'too_many_pictures'] as const;
