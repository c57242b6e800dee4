import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingExport } from '@/entities/export/export-outbox.ts';
import { exportQueue } from '@/entities/export/export-queue.ts';
import type { DataExport } from '@/shared/api/database-types.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { useQueue, useQueueState } from '@/shared/offline/define-queue.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useDataExports } from '../api/account.ts';
import { browserName } from '../model/browser-name.ts';

/** Names of file formats are the same in every language. */
const FORMATS: Record<DataExport['format'], string> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  vcard: 'vCard',
  zip: 'ZIP',
};

/** Lines that are shown at first. */
const SHOWN = 5;

/**
 * The history of account exports: time, contents, size and browser. The record is immutable.
 * Entries that this device has not sent yet come first.
 */
export function ExportsHistory({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SHOWN);
  const { data: exports, isError } = useDataExports(profileId);
  const waiting = useQueueState(useQueue(exportQueue, profileId));
  return (
    <div>
      <h3 className="font-semibold text-sm">{t('yourData.record')}</h3>
      <p className="mt-1 text-ink-soft text-sm">
        {t(
          isError
            ? 'yourData.recordFailed'
            : exports?.length === 0 && waiting.length === 0
              ? 'yourData.recordEmpty'
              : 'yourData.recordText',
        )}
      </p>
      {waiting.length + (exports?.length ?? 0) > 0 && (
        <ul aria-label={t('yourData.record')} className="mt-2 rounded-card border text-sm">
          {waiting.map((one) => (
            <WaitingLine key={one.id} waiting={one} />
          ))}
          {exports?.slice(0, shown).map((line) => (
            <ExportLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      {exports && exports.length > shown && (
        <Button variant="link" size="inline" onClick={() => setShown(exports.length)}>
          {t('yourData.recordMore')}
        </Button>
      )}
    </div>
  );
}

function ExportLine({ line }: { line: DataExport }) {
  const { t, i18n } = useTranslation();
  const { browser, system } = browserName(line.user_agent);
  const device =
    browser && system
      ? t('yourData.device', { browser, system })
      : (browser ?? system ?? t('yourData.unknownDevice'));
  return (
    <li className="border-t px-3 py-2.5 first:border-t-0">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">
          {t(`yourData.kinds.${line.kind}`)} · {FORMATS[line.format]}
        </span>
        {line.items !== null && <span>{t('yourData.items', { count: line.items })}</span>}
      </p>
      <p className="text-ink-soft text-xs">
        {formatDateTime(line.exported_at ?? line.created_at, i18n.language)} · {device}
      </p>
      {line.exported_at && (
        <p className="text-ink-soft text-xs">
          {t('yourData.recordedLater', { time: formatDateTime(line.created_at, i18n.language) })}
        </p>
      )}
    </li>
  );
}

function WaitingLine({ waiting }: { waiting: WaitingExport }) {
  const { t, i18n } = useTranslation();
  const { table, line } = waiting;
  const items = table === 'lead_exports' ? line.people : line.items;
  return (
    <li className="border-t px-3 py-2.5 first:border-t-0">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-semibold">
          {t(`yourData.kinds.${table === 'lead_exports' ? 'leads' : line.kind}`)} · {FORMATS[line.format]}
        </span>
        {items !== null && <span>{t('yourData.items', { count: items })}</span>}
      </p>
      <p className="text-ink-soft text-xs">
        {formatDateTime(new Date(waiting.exportedAt).toISOString(), i18n.language)} ·{' '}
        {t('yourData.recordWaiting')}
      </p>
    </li>
  );
}
