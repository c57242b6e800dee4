import type { ProfileForm } from '@dragoman/domain/profile-forms';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LanguagePicker } from '../../../components/language-picker.tsx';
import { type FieldName, ProfileTextField } from './profile-text-field.tsx';

interface ProfileFieldsProps {
  form: UseFormReturn<ProfileForm>;
  fields: readonly FieldName[];
  required: readonly FieldName[];
  /** What a machine put in, by field. */
  filled: Readonly<Record<string, string>>;
  /** A further control in the same grid. */
  children?: ReactNode;
}

/** Text fields of the profile form, two beside each other where there is room. */
export function ProfileFields({ form, fields, required, filled, children }: ProfileFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fields.map((field) => (
        <ProfileTextField
          key={field}
          form={form}
          name={field}
          required={required.includes(field)}
          filled={filled}
        />
      ))}
      {children}
    </div>
  );
}

/** The preferred-language select of the profile form. */
export function PreferredLanguage({ form }: { form: UseFormReturn<ProfileForm> }) {
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
          onChange={field.onChange}
        />
      )}
    />
  );
}
