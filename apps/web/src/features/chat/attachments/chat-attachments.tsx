import { attachmentPath } from '@dragoman/domain/chat-attachments';
import type { Language } from '@dragoman/domain/languages';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Prepared } from '@/entities/attachment/prepare-attachment.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { newId } from '@/shared/browser/new-id.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { toast } from '@/shared/toast/toast.ts';
import type { Sending } from '../sync/outbox-runtime.ts';
import { type Attachments, AttachmentsContext, type ViewedPicture } from './attachments-context.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

// Loaded when files are first chosen, and when a picture is first opened.
const loadPreview = async () => (await import('./attachment-preview.tsx')).AttachmentPreview;
const loadViewer = async () => (await import('./picture-viewer.tsx')).PictureViewer;

/** Files that are sent at once. */
const MOST_AT_ONCE = 10;
/** Files that may wait on the device for the network: together 300 MB at most. */
const MOST_WAITING = 30;

interface ChatAttachmentsProps {
  chatId: string;
  me: Profile;
  /** Language into which captions are translated; null without a translation. */
  target: Language | null;
  sending: Sending;
  /** Whether the chat takes files now: no request, no block. */
  takesFiles: boolean;
  children: ReactNode;
}

/**
 * Pictures and files of a chat (specification 3.4): choosing, pasting and dropping them, the
 * preview before they are sent, and the viewer of pictures.
 */
export function ChatAttachments(props: ChatAttachmentsProps) {
  const { chatId, me, target, sending, takesFiles, children } = props;
  const { t } = useTranslation();
  const { outbox, uploads } = sending;
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const [viewed, setViewed] = useState<ViewedPicture | null>(null);
  const [isViewing, setViewing] = useState(false);
  const Preview = useLazyComponent(chosen.length > 0, loadPreview, () => setChosen([]));
  const Viewer = useLazyComponent(viewed !== null, loadViewer, () => setViewed(null));

  const choose = useCallback(
    (files: readonly File[]) => {
      const waiting = outbox.get().jobs.filter(({ attachment }) => attachment).length;
      if (waiting + files.length > MOST_WAITING) {
        toast.error(t('common.error'), { id: 'attachments-full', description: t('chat.attach.full') });
        return;
      }
      if (files.length > MOST_AT_ONCE) {
        toast(t('chat.attach.tooMany', { max: MOST_AT_ONCE }), { id: 'attachments-many' });
      }
      setChosen(files.slice(0, MOST_AT_ONCE));
    },
    [outbox, t],
  );
  const isOver = useDroppedFiles(takesFiles && chosen.length === 0 ? choose : null);

  async function send(files: readonly Extract<Prepared, { kind: 'ready' }>[], caption: string) {
    setChosen([]);
    for (const file of files) {
      const isCaptioned = caption !== '' && file === files.at(-1);
      await outbox.write({
        sessionId: chatId,
        content: attachmentPath(chatId, newId(), file.ending),
        attachment: isCaptioned ? { ...file.attachment, caption } : file.attachment,
        sourceLanguage: me.language,
        targetLanguage: isCaptioned ? target : null,
      });
    }
  }

  const attachments = useMemo<Attachments>(
    () => ({
      choose: takesFiles ? choose : null,
      uploads,
      cancel: (messageId) => void outbox.takeOut(messageId),
      view(picture) {
        setViewed(picture);
        setViewing(true);
      },
    }),
    [takesFiles, choose, uploads, outbox],
  );

  return (
    <AttachmentsContext value={attachments}>
      {children}
      {isOver && (
        <div className="pointer-events-none fixed inset-3 z-40 grid animate-fade place-items-center rounded-bubble border-2 border-primary border-dashed bg-surface/90 font-semibold text-lg">
          {t('chat.attach.drop')}
        </div>
      )}
      {Preview && chosen.length > 0 && (
        <Preview
          files={chosen}
          onSend={(files, caption) => void send(files, caption)}
          onClose={() => setChosen([])}
        />
      )}
      {Viewer && viewed && <Viewer me={me} picture={viewed} open={isViewing} onOpenChange={setViewing} />}
    </AttachmentsContext>
  );
}
