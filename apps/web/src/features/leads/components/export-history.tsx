import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { useLeadExports } from '../api/export-leads.ts';

/** The history of lead exports: the user, the leads and the time. The record is immutable. */
export function ExportHistory({ ownerId }: { ownerId: string }) {
  const { t, i18n } = useTranslation();
  const exports = useLeadExports(ownerId).data ?? [];
  if (exports.length === 0) return null;
  return (
    <section aria-labelledby="export-record" className="border-t pt-4">
      <h3 id="export-record" className="font-semibold text-sm">
        {t('leads.record')}
      </h3>
      <ul className="mt-1 max-h-52 overflow-y-auto text-sm">
        {exports.map((line) => (
          <li key={line.id} className="border-t py-2 first:border-t-0">
            <p>
              {t(`leads.formats.${line.format}`)} · {t(`leads.scopes.${line.scope}`)} ·{' '}
              {t('contacts.all', { count: line.people })}
            </p>
            <p className="text-ink-soft text-xs">
              {formatDateTime(line.exported_at ?? line.created_at, i18n.language)}
              {line.exported_by_name && (
                <>
                  {' · '}
                  <bdi>{line.exported_by_name}</bdi>
                </>
              )}
            </p>
            {line.exported_at && (
              <p className="text-ink-soft text-xs">
                {t('yourData.recordedLater', { time: formatDateTime(line.created_at, i18n.language) })}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
