import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../components/ui/field.tsx';
import type { VisitorSetupForm } from '../model/form-values.ts';
import { FIELD_INPUT } from './profile-fields.tsx';

const REQUIRED = ['name', 'company'] as const;
const OPTIONAL = ['designation', 'phone', 'whatsapp', 'wechat', 'website', 'linkedin'] as const;

/** The Details step: name and company, which are required, and what makes the card complete. */
export function VisitorDetailsStep({ form }: { form: UseFormReturn<VisitorSetupForm> }) {
  const { t } = useTranslation();
  const { errors } = form.formState;
  const field = (name: (typeof REQUIRED)[number] | (typeof OPTIONAL)[number], required: boolean) => (
    <TextField
      key={name}
      label={t(`profileForm.${name}`)}
      required={required}
      placeholder={name === 'website' ? t('profileForm.websitePlaceholder') : undefined}
      error={errors[name]?.message}
      {...FIELD_INPUT[name]}
      {...form.register(name)}
    />
  );
  return (
    <div className="grid gap-8">
      <div className="grid gap-5 sm:grid-cols-2">{REQUIRED.map((name) => field(name, true))}</div>
      <fieldset className="grid gap-5 border-t pt-6 sm:grid-cols-2">
        <legend className="sr-only">{t('profileForm.sectionReach')}</legend>
        {OPTIONAL.map((name) => field(name, false))}
      </fieldset>
    </div>
  );
}
