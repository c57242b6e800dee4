import { CARD_FIELDS, type CardForm } from '@dragoman/domain/cards/scanned-card';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ContactTextField } from '@/entities/card/fields/contact-text-field.tsx';
import type { ScanMarks } from '@/entities/card/scan/use-scan-fill.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Field, TextField } from '@/shared/ui/form/field.tsx';
import { noteWithReplaced } from '../model/other-forms-note.ts';

interface CardFormFieldsProps {
  form: UseFormReturn<CardForm>;
  marks: ScanMarks;
  busy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
}

/** Every field of a card, its tags and a note. */
export function CardFormFields({ form, marks, busy, onSubmit, onCancel }: CardFormFieldsProps) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {CARD_FIELDS.map((field) => (
          <ContactTextField
            key={field}
            form={form}
            name={field}
            required={false}
            marks={marks}
            own={false}
            onOtherForm={(chosen, replaced) =>
              form.setValue('note', noteWithReplaced(form.getValues('note'), chosen, replaced), {
                shouldDirty: true,
              })
            }
          />
        ))}
        <TextField
          label={t('cardBox.tags')}
          hint={t('cardBox.tagsHint')}
          error={errors.tags?.message}
          dir="auto"
          autoComplete="off"
          {...form.register('tags')}
        />
      </div>
      <Field label={t('cardBox.note')} hint={t('cardBox.noteHint')} error={errors.note?.message}>
        {(control) => (
          <textarea
            rows={3}
            dir="auto"
            className="w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base"
            {...form.register('note')}
            {...control}
          />
        )}
      </Field>
      <div className="sticky z-10 -mx-1 flex flex-wrap gap-2 bg-surface px-1 *:flex-1 sm:*:flex-none -bottom-6 -mb-6 pt-2 pb-6">
        <Button type="submit" size="lg" busy={busy}>
          {busy ? t('cardBox.saving') : t('cardBox.save')}
        </Button>
        <Button variant="ghost" size="lg" onClick={onCancel}>
          {t('avatar.cancel')}
        </Button>
      </div>
    </form>
  );
}
