import {
  LANGUAGE_NAMES,
  LANGUAGE_QUERY,
  LANGUAGE_TAGS,
  LANGUAGES,
  type Language,
} from '@dragoman/domain/languages';
import { Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { useLanguageChoice } from './choose-language.ts';

interface LanguageSwitchProps {
  /**
   * `name`: says the language it is in. `header`: too, unless letters are very large. `icon`: for a
   * narrow header. `auto`: as wide as the screen
   * allows.
   */
  variant?: 'auto' | 'name' | 'header' | 'icon';
  className?: string;
}

/**
 * The interface's language, in every header. A native select lies over the visible label; it lists
 * languages by their own names, for users who cannot read the page. Before hydration it is a form
 * that the server answers (a script of index.html submits it).
 */
export function LanguageSwitch({ variant = 'auto', className }: LanguageSwitchProps) {
  const { t } = useTranslation();
  const [language, choose] = useLanguageChoice();
  return (
    <form
      className={cn(
        'relative inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-control px-2.5 font-semibold text-ink-soft text-sm transition-colors duration-150 hover:bg-line/50 hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-primary',
        className,
      )}
    >
      <Globe aria-hidden="true" className="size-5 shrink-0" />
      <span
        aria-hidden="true"
        lang={LANGUAGE_TAGS[language]}
        className={cn(
          variant === 'icon' && 'hidden',
          variant === 'auto' && 'hidden sm:inline',
          variant === 'header' && 'max-xs:hidden',
        )}
      >
        {LANGUAGE_NAMES[language]}
      </span>
      <select
        name={LANGUAGE_QUERY}
        aria-label={t('common.displayLanguage')}
        title={t('common.displayLanguage')}
        value={language}
        onChange={(event) => choose(event.target.value as Language)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-control text-base opacity-0"
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={LANGUAGE_TAGS[one]}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </form>
  );
}
