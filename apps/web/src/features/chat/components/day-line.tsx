import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format-date.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The line where a day begins. */
export function DayLine({ at }: { at: string }) {
  const { t, i18n } = useTranslation();
  const day = new Date(at).toDateString();
  const now = Date.now();
  const name =
    day === new Date(now).toDateString()
      ? t('chat.today')
      : day === new Date(now - DAY_MS).toDateString()
        ? t('chat.yesterday')
        : formatDate(at, i18n.language);
  return (
    <p className="flex justify-center pt-4 pb-1">
      <span className="rounded-full bg-sunken px-3 py-0.5 text-ink-soft text-xs">{name}</span>
    </p>
  );
}
