import { parseJoinLink } from '@dragoman/domain/join-link';
import { isUuid } from '@dragoman/domain/uuid';

/**
 * Reads what somebody typed or pasted instead of scanning: a join link, with or without its `https://`, or the bare id
 * of a session. Words around a link, as chat apps paste them, do no harm.
 * @returns the session's id, or null.
 */
export function typedSessionId(text: string): string | null {
  for (const word of text.trim().split(/\s+/)) {
    const id = isUuid(word) ? word.toLowerCase() : (parseJoinLink(word) ?? parseJoinLink(`https://${word}`));
    if (id) return id;
  }
  return null;
}
