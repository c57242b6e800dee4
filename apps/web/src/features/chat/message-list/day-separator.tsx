import { useTranslation } from 'react-i18next';
import { formatDate } from '@/shared/format/format-date.ts';
import { relativeDay } from './relative-day.ts';

/** The line where a day begins. */
export function DaySeparator({ at }: { at: string }) {
  const { t, i18n } = useTranslation();
  const near = relativeDay(at, Date.now());
  const name = near ? t(`chat.${near}`) : formatDate(at, i18n.language);
  return (
    <p className="flex justify-center pt-4 pb-1">
      <span className="rounded-full bg-sunken px-3 py-0.5 text-ink-soft text-xs">{name}</span>
    </p>
  );
}
