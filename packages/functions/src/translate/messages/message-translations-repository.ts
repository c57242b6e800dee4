import type { Language } from '@dragoman/domain/languages';
import type { Translation } from '../cache.ts';

/** A message that its reader may read. */
export interface StoredMessage {
  id: string;
  /** The chat that it is in. */
  sessionId: string;
  /** The text in its writer's language; null when there are no words. */
  words: string | null;
  language: Language;
  /** Its kept translation into the language that was asked for. */
  kept: Translation | null;
}

/** Reads messages and stores their translations. Both texts are private to the chat. */
export interface MessageTranslationsRepository {
  /**
   * @param userId the caller; messages that this user may not read are left out
   * @param request carries the caller's own rights, for a host that needs them
   */
  read(ids: readonly string[], target: Language, userId: string, request: Request): Promise<StoredMessage[]>;
  /** Stores a new translation, unless another one exists or the message was deleted. */
  keep(messageId: string, target: Language, translation: Translation): Promise<void>;
}
