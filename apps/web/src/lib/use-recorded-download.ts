import { useTranslation } from 'react-i18next';
import { useCurrentProfile } from './current-profile.ts';
import type { DataExport } from './database-types.ts';
import { downloadFile } from './download-file.ts';
import { recordExport } from './record-export.ts';
import { useSupabase } from './supabase.ts';
import { toast } from './toast.ts';

interface RecordedFile {
  name: string;
  content: string;
  mediaType: string;
  format: DataExport['format'];
  /** Cards, or lines of figures. */
  items: number;
}

/** @returns hands a file out once its export stands in the record; says it with a toast where that fails. Never rejects. */
export function useRecordedDownload(kind: 'cards' | 'analytics'): (file: RecordedFile) => Promise<void> {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const { id: ownerId } = useCurrentProfile();
  return async ({ name, content, mediaType, format, items }) => {
    try {
      await recordExport(supabase, { owner_id: ownerId, kind, format, items });
      downloadFile(name, content, mediaType);
    } catch {
      toast.error(t('common.error'), { description: t('yourData.notRecorded') });
    }
  };
}
