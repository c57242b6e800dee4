import { ScanLine, TriangleAlert } from 'lucide-react';
import {
  type Control,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useFormState,
  useWatch,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '@/shared/ui/form/field.tsx';
import type { ScanMarks } from '../scan/use-scan-fill.ts';
import { OtherForms } from './other-forms.tsx';
import { PhoneHint, usePhoneHelp } from './phone-hint.tsx';

/**
 * Input settings of each field: keyboards and direction. Numbers and addresses run left to right in
 * every script.
 */
const FIELD_INPUT = {
  name: { dir: 'auto' },
  company: { dir: 'auto' },
  designation: { dir: 'auto' },
  email: { type: 'email', inputMode: 'email', dir: 'ltr' },
  phone: { type: 'tel', inputMode: 'tel', dir: 'ltr' },
  website: { type: 'url', inputMode: 'url', autoCapitalize: 'none', dir: 'ltr' },
  linkedin: { inputMode: 'url', autoCapitalize: 'none', dir: 'ltr' },
  whatsapp: { type: 'tel', inputMode: 'tel', dir: 'ltr' },
  wechat: { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' },
  badge: { autoCapitalize: 'none', spellCheck: false, dir: 'ltr' },
} as const;

/** Autofill hints; they apply only where the form is about the browser's owner. */
const OWN_DATA: Partial<Record<FieldName, string>> = {
  name: 'name',
  company: 'organization',
  designation: 'organization-title',
  email: 'email',
  phone: 'tel',
  website: 'url',
};

export type FieldName = keyof typeof FIELD_INPUT;

interface ContactTextFieldProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  name: FieldName & Path<Values>;
  required: boolean;
  /** Marks of scanned values; a change of the value removes its mark. */
  marks: ScanMarks;
  /** Whether the field holds the user's own details, which the browser can fill in. */
  own?: boolean;
  /** Called after another printed form was put into the field, with the replaced one. */
  onOtherForm?: (chosen: string, replaced: string) => void;
}

/**
 * A text field of a contact with its message, marks when a machine filled it, and help with phone
 * numbers.
 */
export function ContactTextField<Values extends FieldValues>({
  form,
  name,
  required,
  marks,
  own = true,
  onOtherForm,
}: ContactTextFieldProps<Values>) {
  const { t } = useTranslation();
  const value = useFieldText(form.control, name);
  const formState = useFormState({ control: form.control, name });
  const phone = usePhoneHelp(value);
  const input = form.register(name);
  const marked = value !== '' && marks.filled[name] === value;
  const uncertain = marked && marks.uncertain.includes(name);
  const MarkIcon = uncertain ? TriangleAlert : ScanLine;
  return (
    <div>
      <TextField
        label={t(`profileForm.${name}`)}
        required={required}
        placeholder={name === 'website' ? t('profileForm.websitePlaceholder') : undefined}
        error={form.getFieldState(name, formState).error?.message}
        hint={
          (marked || phone.help) && (
            <>
              {marked && (
                <span
                  className={
                    uncertain ? 'flex items-center gap-1.5 text-warning' : 'flex items-center gap-1.5'
                  }
                >
                  <MarkIcon
                    aria-hidden="true"
                    className={uncertain ? 'size-4 shrink-0' : 'size-4 shrink-0 text-primary'}
                  />
                  {t(uncertain ? 'scan.uncertain' : 'scan.fromPicture')}
                </span>
              )}
              {phone.help && <PhoneHint help={phone.help} />}
            </>
          )
        }
        className={
          uncertain
            ? 'border-warning border-dashed bg-warning-tint'
            : marked
              ? 'border-primary bg-primary-tint'
              : undefined
        }
        {...FIELD_INPUT[name]}
        autoComplete={own ? OWN_DATA[name] : 'off'}
        {...input}
        onBlur={(event) => {
          if (name === 'phone' || name === 'whatsapp') phone.look();
          return input.onBlur(event);
        }}
      />
      <OtherForms
        value={value}
        read={marks.filled[name]}
        forms={marks.otherForms[name] ?? []}
        onChoose={(text) => {
          form.setValue(name, text as PathValue<Values, typeof name>, {
            shouldDirty: true,
            shouldValidate: true,
          });
          onOtherForm?.(text, value);
        }}
      />
    </div>
  );
}

function useFieldText<Values extends FieldValues>(control: Control<Values>, name: Path<Values>): string {
  const value: unknown = useWatch({ control, name });
  return typeof value === 'string' ? value : '';
}
