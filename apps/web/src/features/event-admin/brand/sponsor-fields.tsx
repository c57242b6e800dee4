import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import type { BrandForm } from './brand-form.ts';
import { PictureField } from './picture-field.tsx';

const MOST = 12;

/** The companies with places labelled 'Sponsored', in display order. */
export function SponsorFields({ known }: { known: Readonly<Record<string, string>> }) {
  const { t } = useTranslation();
  const { control, register, formState } = useFormContext<BrandForm>();
  const { fields, append, remove } = useFieldArray({ control, name: 'sponsors' });
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">{t('organiser.brand.sponsors')}</legend>
      <p className="mt-1 text-ink-soft text-sm">{t('organiser.brand.sponsorsText', { count: MOST })}</p>
      {fields.length === 0 && <p className="mt-3 text-sm">{t('organiser.brand.noSponsors')}</p>}
      <ol className="mt-3 grid gap-4">
        {fields.map((sponsor, index) => {
          const errors = formState.errors.sponsors?.[index];
          const number = index + 1;
          return (
            <li key={sponsor.id} className="rounded-control border bg-paper p-4">
              <div className="mb-3 flex items-center justify-between gap-3">
                <h3 className="font-semibold text-sm">{t('organiser.brand.sponsor', { count: number })}</h3>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('organiser.brand.removeSponsor', { count: number })}
                  onClick={() => remove(index)}
                >
                  <Trash2 aria-hidden="true" className="size-4.5" />
                </Button>
              </div>
              <div className="grid gap-4 sm:grid-cols-2">
                <TextField
                  label={t('organiser.brand.sponsorLabel')}
                  required
                  dir="auto"
                  error={errors?.label?.message}
                  {...register(`sponsors.${index}.label`)}
                />
                <TextField
                  label={t('organiser.brand.sponsorLink')}
                  type="url"
                  dir="ltr"
                  error={errors?.link?.message}
                  {...register(`sponsors.${index}.link`)}
                />
                <TextField
                  label={t('organiser.brand.sponsorText')}
                  dir="auto"
                  error={errors?.text?.message}
                  {...register(`sponsors.${index}.text`)}
                />
                <PictureField
                  name={`sponsors.${index}.image`}
                  label={t('organiser.brand.sponsorImage')}
                  known={known}
                />
              </div>
            </li>
          );
        })}
      </ol>
      <Button
        variant="secondary"
        className="mt-4"
        disabled={fields.length >= MOST}
        onClick={() => append({ label: '', text: '', link: '', image: '' })}
      >
        <Plus aria-hidden="true" className="size-4.5" />
        {t('organiser.brand.addSponsor')}
      </Button>
      <label className="mt-4 flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-primary"
          aria-describedby="empty-places-text"
          {...register('emptyPlaces')}
        />
        <span>{t('organiser.brand.emptyPlaces')}</span>
      </label>
      <p id="empty-places-text" className="text-ink-soft text-sm">
        {t('organiser.brand.emptyPlacesText')}
      </p>
    </fieldset>
  );
}
