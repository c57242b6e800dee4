import { useTranslation } from 'react-i18next';
import type { DataExport } from '@/shared/api/database-types.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useQueue } from '@/shared/offline/define-queue.ts';
import { toast } from '@/shared/toast/toast.ts';
import { useCurrentProfile } from '../profile/current-profile.ts';
import { exportQueue } from './export-queue.ts';

interface RecordedFile {
  name: string;
  content: string;
  mediaType: string;
  format: DataExport['format'];
  /** Cards, or lines of figures. */
  items: number;
}

/**
 * @returns a function that hands out a file once its export is recorded, or stored on this device
 * to be recorded later; otherwise it shows an error toast. Never rejects.
 */
export function useRecordedDownload(kind: 'cards' | 'analytics'): (file: RecordedFile) => Promise<void> {
  const { t } = useTranslation();
  const { id: ownerId } = useCurrentProfile();
  const outbox = useQueue(exportQueue, ownerId);
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
