import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSupabase } from '@/shared/api/supabase.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Spinner } from '@/shared/ui/spinner.tsx';
import type { FileSource } from '../model/chat-file.ts';
import { signChatFile } from '../model/chat-file-url.ts';

const card =
  'flex min-h-11 max-w-full items-center gap-2.5 rounded-control text-start font-semibold text-primary underline decoration-primary/40 underline-offset-4';

/** A file of the chat, which is fetched when it is asked for. */
export function StoredFile({ file }: { file: Extract<FileSource, { kind: 'stored' }> }) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const [busy, setBusy] = useState(false);

  async function download() {
    if (busy) return;
    setBusy(true);
    try {
      // The server sends it as an attachment: the page stays where it is.
      window.location.assign(await signChatFile(supabase, file.path, file.name));
    } catch {
      toast.error(t('common.error'), { id: 'chat-file', description: t('chat.fileFailed') });
    } finally {
      setBusy(false);
    }
  }

  return (
    <button type="button" aria-busy={busy} onClick={() => void download()} className={card}>
      {busy ? <Spinner className="size-5" /> : <FileDown aria-hidden="true" className="size-5 shrink-0" />}
      <span className="sr-only">{t('chat.fileDownload')}</span>
      <bdi className="[overflow-wrap:anywhere]">{file.name}</bdi>
    </button>
  );
}

/** A file on another site: it opens beside the chat, and shows whose site it is. */
export function WebFile({ file }: { file: Extract<FileSource, { kind: 'web' }> }) {
  return (
    <a href={file.url} target="_blank" rel="noopener noreferrer" className={card}>
      <FileDown aria-hidden="true" className="size-5 shrink-0" />
      <span className="min-w-0">
        <bdi className="block [overflow-wrap:anywhere]">{file.name}</bdi>
        <bdi className="block text-ink-soft text-xs">{new URL(file.url).host}</bdi>
      </span>
    </a>
  );
}
