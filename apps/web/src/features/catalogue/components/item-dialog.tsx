import {
  CATALOGUE_LENGTHS,
  type CatalogueKind,
  type CatalogueTexts,
  checkCatalogueTexts,
} from '@dragoman/domain/catalogue';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES, type Language } from '@dragoman/domain/languages';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { errorCode } from '@/shared/api/error-message.ts';
import { QUOTA_TEXTS, quotaOf } from '@/shared/api/quota.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { useFormDraft, useRowId } from '@/shared/offline/form-drafts.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field, TextField } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { TextArea } from '@/shared/ui/form/text-area.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { type ItemToSave, useSaveItem } from '../api/change-items.ts';
import { FileField } from './file-field.tsx';

interface ItemDialogProps {
  ownerId: string;
  kind: CatalogueKind;
  /** The item that is changed; null for a new one. */
  item: CatalogueItem | null;
  /** In which a new item is probably written. */
  language: Language;
  /** May be called after the dialog was unmounted. */
  onClose: () => void;
}

/** One item of the catalogue in a form. */
export function ItemDialog({ ownerId, kind, item, language, onClose }: ItemDialogProps) {
  const { t, i18n } = useTranslation();
  const form = useForm<CatalogueTexts>({
    defaultValues: {
      language: item?.language ?? language,
      name: item?.name ?? '',
      price: item?.price ?? '',
      minimum_quantity: item?.minimum_quantity ?? '',
      description: item?.description ?? '',
    },
  });
  const draft = `catalogue:${ownerId}:${item?.id ?? kind}`;
  const id = useRowId(draft, () => item?.id ?? newId());
  const forgetDraft = useFormDraft(draft, form, id);
  const [file, setFile] = useState<ItemToSave['file']>(item ? 'kept' : null);
  const [fileError, setFileError] = useState('');
  const [isPreparing, setPreparing] = useState(false);
  const [share, setShare] = useState(0);
  const save = useSaveItem(ownerId, setShare);
  const { errors } = form.formState;
  const isBrochure = kind === 'brochure';
  const percent = new Intl.NumberFormat(intlLocale(i18n.language), { style: 'percent' });

  const submit = form.handleSubmit(
    useSingleRun(async (values) => {
      const checked = checkCatalogueTexts(values);
      if ('fault' in checked) {
        const { field, fault } = checked;
        const message =
          fault === 'blank'
            ? t('catalogue.noName')
            : t('catalogue.tooLong', { max: CATALOGUE_LENGTHS[field] });
        return form.setError(field, { message }, { shouldFocus: true });
      }
      if (isBrochure && !file) return setFileError(t('catalogue.noFile'));
      try {
        await save.mutateAsync({ item, id, kind, texts: checked.texts, file });
      } catch (error) {
        const quota = quotaOf(error);
        const isFull = errorCode(error) === 'PT409';
        toast.error(t('common.error'), {
          description: t(quota ? QUOTA_TEXTS[quota] : isFull ? 'catalogue.isFull' : 'catalogue.saveFailed'),
        });
        return;
      }
      forgetDraft();
      toast.success(t('catalogue.saved'));
      onClose();
    }),
  );

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t(titleOf(kind, item !== null))}
        className="sm:max-w-lg"
        // A tap beside the form must not discard the input.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <FileField
            ownerId={ownerId}
            kind={kind}
            item={item}
            file={file}
            error={fileError}
            isPreparing={isPreparing}
            onPreparing={setPreparing}
            onFile={(chosen) => {
              setFile(chosen);
              setFileError('');
              if (isBrochure && chosen && !form.getValues('name').trim()) {
                form.setValue('name', chosen.name.replace(/\.pdf$/i, ''));
              }
            }}
          />
          <TextField
            label={t(isBrochure ? 'catalogue.brochureName' : 'catalogue.name')}
            error={errors.name?.message}
            required
            dir="auto"
            autoComplete="off"
            {...form.register('name')}
          />
          {!isBrochure && (
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField
                label={t('catalogue.price')}
                hint={t('catalogue.priceHint')}
                error={errors.price?.message}
                dir="auto"
                autoComplete="off"
                {...form.register('price')}
              />
              <TextField
                label={t('catalogue.minimum')}
                hint={t('catalogue.minimumHint')}
                error={errors.minimum_quantity?.message}
                dir="auto"
                autoComplete="off"
                {...form.register('minimum_quantity')}
              />
            </div>
          )}
          <Field label={t('catalogue.description')} error={errors.description?.message}>
            {(control) => (
              <TextArea
                rows={3}
                dir="auto"
                className="max-h-[30dvh]"
                {...control}
                {...form.register('description')}
              />
            )}
          </Field>
          <Field label={t('catalogue.language')} hint={t('catalogue.languageHint')}>
            {(control) => (
              <Select {...control} {...form.register('language')}>
                {LANGUAGES.map((one) => (
                  <option key={one} value={one} lang={LANGUAGE_TAGS[one]}>
                    {LANGUAGE_NAMES[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Button
            type="submit"
            size="lg"
            busy={save.isPending}
            disabled={isPreparing}
            className="justify-self-start max-sm:w-full"
          >
            {save.isPending && file && file !== 'kept' && share < 1
              ? t('catalogue.uploading', { percent: percent.format(share) })
              : t('catalogue.save')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  );
}

function titleOf(kind: CatalogueKind, isKnown: boolean) {
  if (kind === 'brochure') return isKnown ? 'catalogue.editBrochure' : 'catalogue.addBrochure';
  return isKnown ? 'catalogue.editProduct' : 'catalogue.addProduct';
}
