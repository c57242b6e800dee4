import type { AnswerSource } from '@dragoman/domain/knowledge-base/knowledge-base-answer';
import type { Language } from '@dragoman/domain/languages';

/** A person of the chat. */
export interface ChatPerson {
  role: string;
  name: string;
  company: string | null;
  language: Language;
}

/** A chat as one of its two people sees it. */
export interface ReadChat {
  me: ChatPerson;
  /** Null before a visitor has joined. */
  other: ChatPerson | null;
  /** Those with words, oldest first: the newest of them. */
  messages: ReadonlyArray<{ mine: boolean; words: string; at: string }>;
}

/** Reads chats with the caller's own permissions, without writing. */
export interface ChatReader {
  /**
   * @param userId the caller
   * @param request carries the caller's own rights, for a host that needs them
   * @returns null when the chat does not exist or the caller may not see it
   */
  read(sessionId: string, userId: string, request: Request): Promise<ReadChat | null>;
}

/** Messages that are read of a chat at most. */
export const CHAT_MESSAGES = 300;

/** Searches a vendor's knowledge base with the caller's own permissions, without writing. */
export interface KnowledgeBaseReader {
  /**
   * @param question in any language
   * @param userId the caller
   * @param request carries the caller's own rights, for a host that needs them
   * @returns passages of the caller's own knowledge base that may contain the answer, in the order
   * of citation
   */
  search(question: string, userId: string, request: Request): Promise<AnswerSource[]>;
}
