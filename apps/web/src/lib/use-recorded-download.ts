import { useTranslation } from 'react-i18next';
import { useCurrentProfile } from './current-profile.ts';
import type { DataExport } from './database-types.ts';
import { downloadFile } from './download-file.ts';
import { useExportRecords } from './export-runtime.ts';
import { newId } from './new-id.ts';
import { toast } from './toast.ts';

interface RecordedFile {
  name: string;
  content: string;
  mediaType: string;
  format: DataExport['format'];
  /** Cards, or lines of figures. */
  items: number;
}

/**
 * @returns hands a file out once its export stands in the record, or waits on this device to be recorded; says it with a toast where it
 * does neither. Never rejects.
 */
export function useRecordedDownload(kind: 'cards' | 'analytics'): (file: RecordedFile) => Promise<void> {
  const { t } = useTranslation();
  const { id: ownerId } = useCurrentProfile();
  const { outbox } = useExportRecords(ownerId);
  return async ({ name, content, mediaType, format, items }) => {
    try {
      const line = { id: newId(), owner_id: ownerId, kind, format, items };
      const outcome = await outbox.record({ table: 'data_exports', line });
      downloadFile(name, content, mediaType);
      if (outcome === 'waiting') toast(t('yourData.recordWaits'));
    } catch {
      toast.error(t('common.error'), { description: t('yourData.notRecorded') });
    }
  };
}
