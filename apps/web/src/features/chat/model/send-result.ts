import type { ChatMessage } from './chat-message.ts';

/** How an attempt to send ended. */
export type SendResult =
  /** The row is in the database, by this attempt or by an earlier one whose answer was lost. */
  | { kind: 'accepted'; row: ChatMessage }
  /** Nothing is known or a later attempt may succeed. */
  | { kind: 'unreachable' }
  /** The server understood and refused: trying the same again is useless. */
  | { kind: 'refused' };

/** What an answer of the REST service to an insert means. */
export type AnswerMeaning = 'accepted' | 'duplicate' | 'unreachable' | 'refused';

/**
 * Reads the answer to an insert.
 * @param status HTTP status; 0 when there was no answer.
 * @param code SQLSTATE or PGRST code of the error; absent when the answer came from something between us and the server.
 */
export function meaningOfAnswer(status: number, code: string | null | undefined): AnswerMeaning {
  if (status >= 200 && status < 300) return 'accepted';
  // The primary key is the only unique key of messages, and its value was made here: an earlier attempt got through.
  if (code === '23505') return 'duplicate';
  // 401 is a token that expired or is being renewed; 408, 425 and 429 ask to come again.
  const again = status === 0 || status >= 500 || [401, 408, 425, 429].includes(status);
  // Captive portals and proxies answer with pages of their own, which have no code: those are no refusals.
  return again || !code ? 'unreachable' : 'refused';
}
