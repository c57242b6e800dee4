import { LANGUAGE_NAMES, LANGUAGES, type Language, textDirection } from '@dragoman/domain/languages';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

interface LanguagePickerProps {
  value: Language;
  onChange: (language: Language) => void;
  /** `card`: three large choices under a title. `compact`: a labelled select. */
  variant: 'card' | 'compact';
  /** Replaces the title of the variant. */
  label?: string;
  /** A heading above says it already; screen readers hear it with the choices. */
  labelHidden?: boolean;
  hint?: string;
  disabled?: boolean;
}

/** The language picker of specification 2.23; each language in its own name and script. */
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

function LanguageCards({
  value,
  onChange,
  label,
  labelHidden,
  hint,
  disabled,
}: Omit<LanguagePickerProps, 'variant'>) {
  const { t } = useTranslation();
  const group = useId();
  return (
    <fieldset className="@container min-w-0">
      <legend className={labelHidden ? 'sr-only' : 'font-semibold text-sm'}>
        {label ?? t('language.title')}
      </legend>
      {hint && <p className="mt-1 text-ink-soft text-xs">{hint}</p>}
      <div className="mt-3 grid @min-[15rem]:grid-cols-3 gap-2">
        {LANGUAGES.map((language) => (
          <label
            key={language}
            lang={language}
            dir={textDirection(language)}
            className="relative grid min-h-16 place-items-center rounded-card border border-line-strong/60 bg-surface px-2 font-semibold transition-colors duration-150 hover:bg-sunken has-checked:border-primary has-checked:bg-primary-tint has-checked:ring-1 has-checked:ring-primary has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2"
          >
            {/* Invisible but in its place, over the whole card: the user taps the radio button itself. */}
            <input
              type="radio"
              name={group}
              value={language}
              checked={value === language}
              disabled={disabled}
              onChange={() => onChange(language)}
              className="peer absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {LANGUAGE_NAMES[language]}
            <Check
              aria-hidden="true"
              className="absolute end-1.5 top-1.5 size-4 text-primary opacity-0 peer-checked:opacity-100"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
