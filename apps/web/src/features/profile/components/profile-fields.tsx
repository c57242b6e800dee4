import type { ProfileForm } from '@dragoman/domain/profile-forms';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LanguagePicker } from '../../../components/language-picker.tsx';
import { TextField } from '../../../components/ui/field.tsx';

/** How each field is typed: keyboards, autofill and direction. Numbers and addresses run left to right in every script. */
export const FIELD_INPUT = {
  name: { autoComplete: 'name', dir: 'auto' },
  company: { autoComplete: 'organization', dir: 'auto' },
  designation: { autoComplete: 'organization-title', dir: 'auto' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', dir: 'ltr' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel', dir: 'ltr' },
  website: { type: 'url', inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', dir: 'ltr' },
  linkedin: { inputMode: 'url', autoCapitalize: 'none', dir: 'ltr' },
  whatsapp: { type: 'tel', inputMode: 'tel', dir: 'ltr' },
  wechat: { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' },
} as const;

export type FieldName = keyof typeof FIELD_INPUT;

interface ProfileFieldsProps {
  form: UseFormReturn<ProfileForm>;
  fields: readonly FieldName[];
  required: readonly FieldName[];
  /** A further control in the same grid. */
  children?: ReactNode;
}

/** Text fields of the profile form, two beside each other where there is room. */
export function ProfileFields({ form, fields, required, children }: ProfileFieldsProps) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`profileForm.${field}`)}
          required={required.includes(field)}
          placeholder={field === 'website' ? t('profileForm.websitePlaceholder') : undefined}
          error={errors[field]?.message}
          {...FIELD_INPUT[field]}
          {...form.register(field)}
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
