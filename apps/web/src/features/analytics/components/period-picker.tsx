import { useTranslation } from 'react-i18next';
import { localDay } from '@/shared/format/local-day.ts';
import { cn } from '@/shared/ui/cn.ts';
import { Input } from '@/shared/ui/form/input.tsx';
import { type Period, SPANS } from '../model/period.ts';

interface PeriodPickerProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** Today, yesterday, a week, everything, or one day of the calendar. */
export function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const { t } = useTranslation();
  const day = typeof period === 'object' ? period.day : '';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="flex flex-wrap gap-1 rounded-control bg-sunken p-1 max-sm:w-full">
        <legend className="sr-only">{t('analytics.period')}</legend>
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={period === span}
            onClick={() => onChange(span)}
            className={cn(
              'min-h-11 flex-1 whitespace-nowrap rounded-control px-3 font-semibold text-sm transition-colors duration-150 sm:px-4',
              period === span ? 'bg-surface text-primary shadow-soft' : 'text-ink-soft hover:text-ink',
            )}
          >
            {t(`analytics.periods.${span}`)}
          </button>
        ))}
      </fieldset>
      <Input
        type="date"
        aria-label={t('analytics.day')}
        value={day}
        max={localDay()}
        onChange={({ target }) => onChange(target.value ? { day: target.value } : 'today')}
        className={cn('w-auto max-sm:w-full', day && 'border-primary text-primary')}
      />
    </div>
  );
}
