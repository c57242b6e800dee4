import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { THEMES, type Theme, useTheme } from '../settings/theme.ts';
import { cn } from '../ui/cn.ts';

const ICONS: Record<Theme, LucideIcon> = { system: Monitor, light: Sun, dark: Moon };

interface ThemePickerProps {
  /** `icons`: for a narrow place; the words are still there for screen readers. */
  variant?: 'words' | 'icons';
  className?: string;
}

/** Light, dark, or as the system says; kept in this browser. */
export function ThemePicker({ variant = 'words', className }: ThemePickerProps) {
  const { t } = useTranslation();
  const [theme, choose] = useTheme();
  const group = useId();
  return (
    <fieldset className={cn('min-w-0', className)}>
      <legend className={variant === 'icons' ? 'sr-only' : 'mb-1.5 font-semibold text-sm'}>
        {t('theme.title')}
      </legend>
      <div
        className={cn(
          'grid auto-cols-fr gap-0.5 rounded-control bg-line/60 p-0.5',
          variant === 'icons' ? 'grid-flow-col' : 'xs:grid-flow-col',
        )}
      >
        {THEMES.map((one) => {
          const Icon = ICONS[one];
          return (
            <label
              key={one}
              title={variant === 'icons' ? t(`theme.${one}`) : undefined}
              className="relative flex min-h-11 items-center justify-center gap-2 max-[22rem]:gap-1 rounded-[0.5rem] px-2 max-[22rem]:px-1 font-semibold text-ink-soft text-sm transition-colors duration-150 hover:text-ink has-checked:bg-surface has-checked:text-primary has-checked:shadow-soft has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-1"
            >
              <input
                type="radio"
                name={group}
                value={one}
                checked={theme === one}
                onChange={() => choose(one)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <Icon aria-hidden="true" className="size-4.5 shrink-0" />
              <span className={cn('truncate', variant === 'icons' && 'sr-only')}>{t(`theme.${one}`)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
