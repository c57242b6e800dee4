import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackend } from '@/shared/api/supabase.ts';
import { copyText } from '@/shared/browser/copy-text.ts';
import { toast } from '@/shared/toast/toast.ts';
import { fileSource } from '../model/chat-file.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import { textOf } from '../model/message-text.ts';
import type { Sending } from '../sync/outbox-runtime.ts';
import type { ViewerTranslations } from '../translation/viewer-translations.ts';
import { downloadRecording } from '../voice/chat-recording.ts';
import type { Pinned } from './use-pinned.ts';

/** The actions of a message. */
export interface BubbleActions {
  sendAgain: (id: string) => void;
  discard: (id: string) => void;
  translateAgain: (message: ChatMessage) => void;
  /** Asks again for a translation that the viewer wants. */
  readAgain: ViewerTranslations['retry'];
  /** Lets this browser translate for the viewer. */
  translateHere: ViewerTranslations['translateHere'];
  /** Transcribes a voice message that has no transcript. */
  transcribeAgain: (message: ChatMessage) => void;
  /** Hides the other language of a message, or shows it. */
  fold: (id: string) => void;
  copy: (text: string) => void;
  /** Scrolls to a quoted message. */
  showQuoted: (messageId: string) => void;
  pin: Pinned['pin'];
}

/**
 * The actions of bubbles; the same object as long as its parts are, so that bubbles don't render
 * for them.
 */
export function useBubbleActions(
  { outbox, outgoingTranslations, transcripts }: Sending,
  viewerTranslations: ViewerTranslations,
  pin: Pinned['pin'],
  fold: (id: string) => void,
  showQuoted: (messageId: string) => void,
): BubbleActions {
  const { t } = useTranslation();
  const { supabase, config } = useBackend();
  return useMemo(
    () => ({
      pin,
      fold,
      showQuoted,
      readAgain: viewerTranslations.retry,
      translateHere: viewerTranslations.translateHere,
      sendAgain: (id) => void outbox.retry(id),
      async discard(id) {
        const entry = await outbox.takeOut(id);
        if (!entry) return;
        toast(t('chat.discarded'), {
          action: { label: t('chat.undo'), onClick: () => void outbox.putBack(entry) },
        });
      },
      translateAgain(message) {
        const { id, session_id: chatId, source_language, target_language } = message;
        const text = textOf(message);
        if (!source_language || !target_language || text === null) return;
        void outgoingTranslations.retry({
          id,
          sessionId: chatId,
          text,
          source: source_language,
          target: target_language,
        });
      },
      transcribeAgain({ id, session_id: chatId, content, source_language, target_language }) {
        const file = fileSource(content, config.supabaseUrl);
        if (file.kind !== 'stored' || !source_language) return;
        void transcripts.retry(id, async () => ({
          id,
          sessionId: chatId,
          audio: await downloadRecording(supabase, file.path),
          language: source_language,
          target: target_language,
        }));
      },
      async copy(text) {
        if (await copyText(text)) toast.success(t('chat.textCopied'), { id: 'text-copied' });
        else toast.error(t('common.error'), { description: t('chat.textNotCopied') });
      },
    }),
    [
      outbox,
      outgoingTranslations,
      transcripts,
      viewerTranslations,
      supabase,
      config.supabaseUrl,
      pin,
      fold,
      showQuoted,
      t,
    ],
  );
}
