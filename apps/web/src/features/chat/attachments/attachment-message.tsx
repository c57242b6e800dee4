import { attachmentName, endingOf, isPictureName } from '@dragoman/domain/chat-attachments';
import { FileDown, FileText, ImageOff, RotateCw, X } from 'lucide-react';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSupabase } from '@/shared/api/supabase.ts';
import { formatFileSize } from '@/shared/format/file-size.ts';
import { useObjectUrl } from '@/shared/hooks/use-object-url.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Spinner } from '@/shared/ui/status/spinner.tsx';
import type { FileSource } from '../model/chat-file.ts';
import { signChatFile } from '../model/chat-file-url.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { Delivery } from '../model/outbox-entry.ts';
import { createStore } from '../model/store.ts';
import { useStore } from '../model/use-store.ts';
import { AttachmentsContext } from './attachments-context.ts';
import { pictureBox } from './picture-box.ts';
import { useBubblePicture } from './use-chat-picture.ts';

interface AttachmentMessageProps {
  message: ChatMessage;
  file: Extract<FileSource, { kind: 'stored' }>;
  delivery: Delivery['kind'];
}

/** A picture or file of the chat, in the product's own storage or on its way there. */
export function AttachmentMessage(props: AttachmentMessageProps) {
  const { message, file } = props;
  const ending = endingOf(file.path);
  // Saved under the ending of the stored file, which the server has checked.
  const name = message.file_name ? attachmentName(message.file_name, ending) : file.name;
  // HEIC is a file: few browsers draw it.
  const isPicture = isPictureName(file.path) && !/^hei[cf]$/.test(ending);
  return isPicture ? <PictureMessage {...props} name={name} /> : <FileMessage {...props} name={name} />;
}

type Named = AttachmentMessageProps & { name: string };

function PictureMessage({ message, file, delivery, name }: Named) {
  const { t } = useTranslation();
  const attachments = use(AttachmentsContext);
  const stored = useBubblePicture(message, file.path);
  const known = stored.data;
  // The first one stays: the queue reads its jobs again with each attempt, and a picture that is
  // drawn again flickers.
  const [content, setContent] = useState(known);
  if (content === null && known !== null) setContent(known);
  const url = useObjectUrl(content);
  const isSending = delivery === 'sending' || delivery === 'waiting';
  return (
    <div
      className="relative max-w-full overflow-hidden rounded-control bg-sunken"
      style={pictureBox(message.picture_width, message.picture_height)}
    >
      {url && content ? (
        <button
          type="button"
          aria-label={t('chat.attach.open', { name })}
          onClick={() => attachments?.view({ message, path: file.path, name, preview: content })}
          className="block size-full focus-visible:-outline-offset-2"
        >
          <img src={url} alt="" draggable={false} className="size-full object-contain" />
        </button>
      ) : stored.isError ? (
        <div className="grid size-full place-content-center justify-items-center gap-1 p-2 text-center text-xs">
          <ImageOff aria-hidden="true" className="size-5 text-ink-soft" />
          <p role="alert">{t('chat.attach.failed')}</p>
          <button
            type="button"
            onClick={() => void stored.refetch()}
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-primary"
          >
            <RotateCw aria-hidden="true" className="size-4" />
            {t('common.tryAgain')}
          </button>
        </div>
      ) : (
        <div className="grid size-full animate-pulse-soft place-items-center">
          <span className="sr-only">{t('chat.attach.loading')}</span>
        </div>
      )}
      {isSending && (
        <span className="absolute inset-0 grid place-items-center bg-black/25">
          <CancelUpload messageId={message.id} />
        </span>
      )}
    </div>
  );
}

function FileMessage({ message, file, delivery, name }: Named) {
  const { t, i18n } = useTranslation();
  const supabase = useSupabase();
  const [busy, setBusy] = useState(false);
  const isSending = delivery === 'sending' || delivery === 'waiting';
  const size = message.file_size ? formatFileSize(message.file_size, i18n.language) : null;

  async function download() {
    if (busy) return;
    setBusy(true);
    try {
      // The server sends it as an attachment: the page stays where it is.
      window.location.assign(await signChatFile(supabase, file.path, name));
    } catch {
      toast.error(t('common.error'), { id: 'chat-file', description: t('chat.fileFailed') });
    } finally {
      setBusy(false);
    }
  }

  const label = (
    <span className="min-w-0">
      <span className="block [overflow-wrap:anywhere]">
        <bdi>{name}</bdi>
      </span>
      {size && <span className="block font-normal text-ink-soft text-xs tabular-nums">{size}</span>}
    </span>
  );
  if (message.attachment || message.isCopying) {
    return (
      <div className="flex min-h-11 max-w-full items-center gap-2.5 font-semibold">
        {isSending ? (
          <CancelUpload messageId={message.id} />
        ) : (
          <FileText aria-hidden="true" className="size-5 shrink-0" />
        )}
        {label}
      </div>
    );
  }
  return (
    <button
      type="button"
      aria-busy={busy}
      onClick={() => void download()}
      className="flex min-h-11 max-w-full items-center gap-2.5 rounded-control text-start font-semibold text-primary"
    >
      {busy ? <Spinner className="size-5" /> : <FileDown aria-hidden="true" className="size-5 shrink-0" />}
      <span className="sr-only">{t('chat.fileDownload')}</span>
      {label}
    </button>
  );
}

const NO_UPLOADS = createStore<ReadonlyMap<string, number>>(new Map());
/** Circumference of the ring's circle, whose radius is 20. */
const RING = 2 * Math.PI * 20;

/** How much of an upload has left the device, around the button that ends it. */
function CancelUpload({ messageId }: { messageId: string }) {
  const { t } = useTranslation();
  const attachments = use(AttachmentsContext);
  const share = useStore(attachments?.uploads ?? NO_UPLOADS).get(messageId);
  return (
    <span className="relative grid size-11 shrink-0 place-items-center rounded-full bg-surface text-ink">
      <svg
        role="progressbar"
        aria-label={t('chat.attach.uploading')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
        viewBox="0 0 44 44"
        // It fills clockwise, from the top.
        className="pointer-events-none absolute inset-0 size-full -rotate-90 text-primary"
      >
        <circle cx="22" cy="22" r="20" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.25" />
        <circle
          cx="22"
          cy="22"
          r="20"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeDasharray={RING}
          strokeDashoffset={RING * (1 - (share ?? 0))}
        />
      </svg>
      <button
        type="button"
        aria-label={t('chat.attach.cancel')}
        onClick={() => attachments?.cancel(messageId)}
        className="grid size-11 place-items-center rounded-full"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </span>
  );
}
