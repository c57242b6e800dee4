import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from 'sonner';
import type { Sending } from '../api/outbox-runtime.ts';
import type { ChatMessage } from '../model/chat-message.ts';

/** What one can do with a message of one's own. */
export interface BubbleActions {
  sendAgain: (id: string) => void;
  discard: (id: string) => void;
  translateAgain: (message: ChatMessage) => void;
}

/** The actions of bubbles; the same object as long as the outbox is the same, so that bubbles don't render for them. */
export function useBubbleActions({ outbox, desk }: Sending): BubbleActions {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      sendAgain: (id) => void outbox.retry(id),
      async discard(id) {
        const entry = await outbox.takeOut(id);
        if (!entry) return;
        toast(t('chat.discarded'), {
          action: { label: t('chat.undo'), onClick: () => void outbox.putBack(entry) },
        });
      },
      translateAgain({ id, content, source_language, target_language }) {
        if (!source_language || !target_language) return;
        void desk.retry({ id, text: content, source: source_language, target: target_language });
      },
    }),
    [outbox, desk, t],
  );
}
