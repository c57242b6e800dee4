import { type ReactNode, useCallback, useMemo } from 'react';
import type { Profile } from '@/shared/api/database-types.ts';
import { useQuoted } from '../acts/use-quoted.ts';
import type { TimelineRow } from '../model/timeline.ts';
import { useStore } from '../model/use-store.ts';
import type { Sending } from '../sync/outbox-runtime.ts';
import { QuoteBar } from './quote-bar.tsx';
import { savedQuote } from './saved-quote.ts';

export interface Reply {
  /** Sends as `sending` does; the next message, of whatever kind, takes the quote with it. */
  sending: Sending;
  /** The next message quotes this one; null: none. */
  quote: (messageId: string | null) => void;
  /** The quote above the composer; null without one. */
  bar: ReactNode;
}

/** How messages are quoted and reacted to. */
export interface MessageReplies {
  /** The viewer may write in the chat. */
  canWrite: boolean;
  /** Both people may see each other's reactions. */
  canReact: boolean;
  /** The next message quotes this one. */
  onReply: (messageId: string) => void;
}

/** The message that the next one of a chat quotes. */
export function useReply(
  chatId: string,
  me: Profile,
  otherName: string,
  rows: readonly TimelineRow[],
  sending: Sending,
): Reply {
  const quote = useMemo(() => savedQuote(chatId), [chatId]);
  const id = useStore(quote);
  const quotedOf = useQuoted(rows, [id]);
  return {
    sending: useMemo(
      () => ({
        ...sending,
        outbox: {
          ...sending.outbox,
          write(draft) {
            const replyTo = quote.get();
            quote.set(null);
            return sending.outbox.write(replyTo ? { ...draft, replyTo } : draft);
          },
        },
      }),
      [sending, quote],
    ),
    quote: useCallback((messageId) => quote.set(messageId), [quote]),
    bar: id ? (
      <QuoteBar
        quoted={quotedOf(id)}
        viewer={{ profileId: me.id, language: me.language }}
        otherName={otherName}
        onCancel={() => quote.set(null)}
      />
    ) : null,
  };
}
