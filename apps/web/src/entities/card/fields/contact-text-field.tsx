import { ScanLine, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
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
import type { PhoneHelp } from '@/shared/format/phone-help.ts';
import { Button } from '@/shared/ui/button.tsx';
import { TextField } from '@/shared/ui/form/field.tsx';
import type { ScanMarks } from '../scan/use-scan-fill.ts';

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

interface OtherFormsProps {
  /** The field's present value. */
  value: string;
  /** The scanned value. */
  read: string | undefined;
  /** Other forms of the value on the document. */
  forms: readonly string[];
  onChoose: (text: string) => void;
}

/**
 * The same name in the other script, as on many cards: one press puts it into the field, another
 * one back.
 */
function OtherForms({ value, read, forms, onChoose }: OtherFormsProps) {
  const { t } = useTranslation();
  const all = read === undefined ? [] : [read, ...forms];
  // After a manual correction no suggestion is offered.
  if (!all.includes(value)) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-ink-soft text-xs">
      {all
        .filter((text) => text !== value)
        .map((text) => (
          <span key={text} className="flex min-w-0 items-center gap-x-1">
            <span className="shrink-0">{t('scan.alsoPrinted')}</span>
            <Button
              variant="link"
              size="inline"
              className="min-w-0 shrink py-1 text-start"
              aria-label={t('scan.useOther', { text })}
              onClick={() => onChoose(text)}
            >
              <bdi>{text}</bdi>
            </Button>
          </span>
        ))}
    </div>
  );
}

/**
 * Help with a number that is being typed, once `look` is called (when the field is left, say); it
 * goes when the text changes. The numbering plans are loaded then; without network there is no
 * help, and nothing else is lost.
 */
function usePhoneHelp(text: string): { help: PhoneHelp | null; look: () => void } {
  const [last, setLast] = useState<{ text: string; help: PhoneHelp | null } | null>(null);
  return {
    help: last?.text === text ? last.help : null,
    look: () => {
      import('@/shared/format/phone-help.ts').then(
        ({ phoneHelp }) => setLast({ text, help: phoneHelp(text) }),
        () => undefined,
      );
    },
  };
}

/** Shows how a phone number was understood, or which part it lacks. */
function PhoneHint({ help }: { help: PhoneHelp }) {
  const { t, i18n } = useTranslation();
  switch (help.kind) {
    case 'recognised':
      return (
        <span className="block">
          <bdi dir="ltr">{help.number}</bdi>
          {help.country && ` · ${countryName(help.country, i18n.language)}`}
        </span>
      );
    case 'country-missing':
      return <span className="block">{t('profileForm.phoneCountryMissing')}</span>;
    case 'unlikely':
      return <span className="block">{t('profileForm.phoneUnlikely')}</span>;
  }
}

function countryName(country: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}
