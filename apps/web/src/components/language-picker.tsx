import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@dragoman/domain/languages';
import { Check } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { textDirection } from '../i18n/document-language.ts';
import { Field } from './ui/field.tsx';
import { Select } from './ui/select.tsx';

interface LanguagePickerProps {
  value: Language;
  onChange: (language: Language) => void;
  /** `card`: three large choices under a title. `compact`: a labelled select. */
  variant: 'card' | 'compact';
  /** Replaces the title of the variant. */
  label?: string;
  hint?: string;
  disabled?: boolean;
}

/** The language picker of spec section 2; each language in its own name and script. */
export function LanguagePicker({ variant, ...props }: LanguagePickerProps) {
  return variant === 'card' ? <LanguageCards {...props} /> : <LanguageSelect {...props} />;
}

function LanguageSelect({ value, onChange, label, hint, disabled }: Omit<LanguagePickerProps, 'variant'>) {
  const { t } = useTranslation();
  return (
    <Field label={label ?? t('language.compactTitle')} hint={hint}>
      {(control) => (
        <Select
          {...control}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value as Language)}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function LanguageCards({ value, onChange, label, hint, disabled }: Omit<LanguagePickerProps, 'variant'>) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <div>
      <p id={titleId} className="font-semibold text-sm">
        {label ?? t('language.title')}
      </p>
      {hint && <p className="mt-1 text-ink-soft text-xs">{hint}</p>}
      <RadioGroup.Root
        aria-labelledby={titleId}
        value={value}
        disabled={disabled ?? false}
        onValueChange={(next) => onChange(next as Language)}
        className="mt-3 grid gap-2"
      >
        {LANGUAGES.map((language) => (
          <RadioGroup.Item
            key={language}
            value={language}
            lang={language}
            dir={textDirection(language)}
            className="group flex min-h-14 items-center justify-between gap-3 rounded-card border border-line-strong/60 bg-surface px-4 text-start font-semibold transition-colors duration-150 hover:bg-sunken data-[state=checked]:border-primary data-[state=checked]:bg-primary-tint"
          >
            {LANGUAGE_NAMES[language]}
            <Check
              aria-hidden="true"
              className="size-5 text-primary opacity-0 group-data-[state=checked]:opacity-100"
            />
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
