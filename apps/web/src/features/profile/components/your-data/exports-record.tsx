import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/ui/button.tsx';
import type { DataExport } from '../../../../lib/database-types.ts';
import { formatDateTime } from '../../../../lib/format-date.ts';
import { useDataExports } from '../../api/account.ts';
import { browserName } from '../../model/browser-name.ts';

/** Names of file formats are the same in every language. */
const FORMATS: Record<DataExport['format'], string> = {
  csv: 'CSV',
  xlsx: 'XLSX',
  vcard: 'vCard',
  zip: 'ZIP',
};

/** Lines that are shown at first. */
const SHOWN = 5;

/** What was taken out of the account: when, what, how much of it and with which browser. Nobody can change it. */
export function ExportsRecord({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SHOWN);
  const { data: exports, isError } = useDataExports(profileId);
  return (
    <div>
      <h3 className="font-semibold text-sm">{t('yourData.record')}</h3>
      <p className="mt-1 text-ink-soft text-sm">
        {t(
          isError
            ? 'yourData.recordFailed'
            : exports?.length === 0
              ? 'yourData.recordEmpty'
              : 'yourData.recordText',
        )}
      </p>
      {exports && exports.length > 0 && (
        <ul aria-label={t('yourData.record')} className="mt-2 rounded-card border text-sm">
          {exports.slice(0, shown).map((line) => (
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
        {formatDateTime(line.created_at, i18n.language)} · {device}
      </p>
    </li>
  );
}
