import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { showLanguage } from '@/shared/i18n/i18n.ts';
import { LanguagePicker } from '@/shared/ui/form/language-picker.tsx';
import type { VisitorSetupForm } from '../model/form-values.ts';

/**
 * The Language step: which language the others' words are translated into, and the interface is in
 * from now on.
 */
export function VisitorLanguageStep({ form }: { form: UseFormReturn<VisitorSetupForm> }) {
  const { t } = useTranslation();
  return (
    <Controller
      control={form.control}
      name="language"
      render={({ field }) => (
        <LanguagePicker
          variant="card"
          labelHidden
          hint={t('language.hint')}
          value={field.value}
          onChange={(language) => {
            field.onChange(language);
            showLanguage(language);
          }}
        />
      )}
    />
  );
}
