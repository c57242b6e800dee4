import { ScanLine } from 'lucide-react';
import {
  type Control,
  type FieldValues,
  type Path,
  type UseFormReturn,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../components/ui/field.tsx';
import { PhoneHint, usePhoneHelp } from './phone-hint.tsx';

/** How each field is typed: keyboards, autofill and direction. Numbers and addresses run left to right in every script. */
const FIELD_INPUT = {
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

interface ProfileTextFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: FieldName & Path<Values>;
  required: boolean;
  /** What a machine put into the fields of the form; the mark goes when the value is changed. */
  filled: Readonly<Record<string, string>>;
}

/** A text field of the profile with its message, a mark when a machine filled it, and help with phone numbers. */
export function ProfileTextField<Values extends FieldValues>({
  form,
  name,
  required,
  filled,
}: ProfileTextFieldProps<Values>) {
  const { t } = useTranslation();
  const value = useFieldText(form.control, name);
  const formState = useFormState({ control: form.control, name });
  const phone = usePhoneHelp(value);
  const input = form.register(name);
  const marked = value !== '' && filled[name] === value;
  return (
    <TextField
      label={t(`profileForm.${name}`)}
      required={required}
      placeholder={name === 'website' ? t('profileForm.websitePlaceholder') : undefined}
      error={form.getFieldState(name, formState).error?.message}
      hint={
        (marked || phone.help) && (
          <>
            {marked && (
              <span className="flex items-center gap-1.5">
                <ScanLine aria-hidden="true" className="size-4 shrink-0 text-primary" />
                {t('scan.fromPicture')}
              </span>
            )}
            {phone.help && <PhoneHint help={phone.help} />}
          </>
        )
      }
      className={marked ? 'border-primary bg-primary-tint' : undefined}
      {...FIELD_INPUT[name]}
      {...input}
      onBlur={(event) => {
        if (name === 'phone' || name === 'whatsapp') phone.look();
        return input.onBlur(event);
      }}
    />
  );
}

function useFieldText<Values extends FieldValues>(control: Control<Values>, name: Path<Values>): string {
  const value: unknown = useWatch({ control, name });
  return typeof value === 'string' ? value : '';
}
