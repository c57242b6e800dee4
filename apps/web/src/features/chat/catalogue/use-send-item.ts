import { itemFileName, readProduct, wordsOfItem } from '@dragoman/domain/catalogue';
import { useMemo } from 'react';
import type { CatalogueItem, Profile } from '@/shared/api/database-types.ts';
import { type Chat, targetLanguageFor } from '../model/chat.ts';
import type { CopiedFile } from '../model/outbox-entry.ts';
import type { Draft } from '../sync/outbox.ts';
import type { Sending } from '../sync/outbox-runtime.ts';

interface SendItemOptions {
  chat: Chat;
  me: Profile;
  /** The visitor; null before one has joined. */
  counterpart: Profile | null;
  translationOn: boolean;
  sending: Sending;
}

/**
 * Sends items of the booth's catalogue (specification 3.8), as any message: a file is copied into
 * the chat by the server, and the texts are translated.
 * @returns null for the visitor of the chat, who has no catalogue
 */
export function useSendItem(options: SendItemOptions): ((item: CatalogueItem) => Promise<void>) | null {
  const { chat, me, counterpart, translationOn, sending } = options;
  const { outbox } = sending;
  const { id: chatId, visitor_id: visitorId } = chat;
  return useMemo(() => {
    if (me.role !== 'vendor' || visitorId === me.id) return null;
    return (item) =>
      outbox.write({
        ...draftOfItem(item, chatId),
        // An item has a language of its own, which a colleague may have written.
        targetLanguage: targetLanguageFor(
          { role: me.role, language: item.language },
          counterpart,
          translationOn,
        ),
      });
  }, [chatId, visitorId, me.id, me.role, counterpart, translationOn, outbox]);
}

/** @returns the message that an item becomes, without a translation */
export function draftOfItem(item: CatalogueItem, chatId: string): Omit<Draft, 'targetLanguage'> {
  const words = wordsOfItem(item);
  const copied = copyOf(item, words);
  return {
    sessionId: chatId,
    // The name of the file is never used for another one: what is sent twice is copied once.
    content: copied ? `${chatId}/${copied.from.split('/').at(-1)}` : words,
    ...(copied && { copied }),
    ...(item.kind === 'product' && { product: readProduct(item) ?? {} }),
    sourceLanguage: item.language,
  };
}

function copyOf(item: CatalogueItem, caption: string): CopiedFile | null {
  const { file_path: from, file_size: bytes, picture_width: width, picture_height: height } = item;
  if (!from) return null;
  return {
    from,
    name: itemFileName(item),
    bytes: bytes ?? 0,
    ...(width && height && { size: { width, height } }),
    caption,
  };
}
