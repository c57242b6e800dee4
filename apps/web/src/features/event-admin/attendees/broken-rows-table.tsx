import { useTranslation } from 'react-i18next';
import type { BrokenRows } from '../api/attendees.ts';

/** The rows that an upload left out, by number and reason. */
export function BrokenRowsTable({ broken: { count, first } }: { broken: BrokenRows }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="mt-2 w-full rounded-control border bg-paper p-4">
      <p className="font-semibold text-sm text-warning">{t('organiser.attendees.broken', { count })}</p>
      <p className="mt-1 text-ink-soft text-sm">{t('organiser.attendees.brokenText')}</p>
      {count > first.length && (
        <p className="text-ink-soft text-sm">
          {t('organiser.attendees.brokenFirst', { count: first.length })}
        </p>
      )}
      {/* It can be scrolled by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region needs the focus */}
      <ul tabIndex={0} className="mt-3 grid max-h-72 gap-1.5 overflow-y-auto text-sm">
        {first.map(({ row, reason }) => (
          <li key={row} className="grid gap-x-4 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
            <span className="font-semibold tabular-nums">{t('organiser.attendees.row', { count: row })}</span>
            <span>{t(`organiser.attendees.reasons.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
