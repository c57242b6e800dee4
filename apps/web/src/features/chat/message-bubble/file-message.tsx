import { FileDown } from 'lucide-react';
import type { FileSource } from '../model/chat-file.ts';

const card =
  'flex min-h-11 max-w-full items-center gap-2.5 rounded-control text-start font-semibold text-primary underline decoration-primary/40 underline-offset-4';

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
