import type { ContactField } from '@dragoman/domain/cards/scanned-card';
import type { Language } from '@dragoman/domain/languages';
import type { ProfileForm } from '@dragoman/domain/profile-forms';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ContactTextField } from '@/entities/card/fields/contact-text-field.tsx';
import type { ScanMarks } from '@/entities/card/scan/use-scan-fill.ts';
import { LanguagePicker } from '@/shared/ui/form/language-picker.tsx';

interface ProfileFieldsProps {
  form: UseFormReturn<ProfileForm>;
  fields: readonly ContactField[];
  required: readonly ContactField[];
  /** Marks of scanned values. */
  marks: ScanMarks;
  /** A further control in the same grid. */
  children?: ReactNode;
}

/** Text fields of the profile form, two beside each other where there is room. */
export function ProfileFields({ form, fields, required, marks, children }: ProfileFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fields.map((field) => (
        <ContactTextField
          key={field}
          form={form}
          name={field}
          required={required.includes(field)}
          marks={marks}
        />
      ))}
      {children}
    </div>
  );
}

interface PreferredLanguageProps {
  form: UseFormReturn<ProfileForm>;
  /** Called for each choice, before it is saved. */
  onChoice?: (language: Language) => void;
}

/** The preferred-language select of the profile form. */
export function PreferredLanguage({ form, onChoice }: PreferredLanguageProps) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="language"
      render={({ field }) => (
        <LanguagePicker
          variant="compact"
          label={t('language.preferred')}
          hint={t('language.hint')}
          value={field.value}
          onChange={(language) => {
            field.onChange(language);
            onChoice?.(language);
          }}
        />
      )}
    />
  );
}
