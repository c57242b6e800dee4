import { parseTargetLink } from '@dragoman/domain/join-link';
import type { JoinTarget } from '@dragoman/domain/join-target';
import { isUuid } from '@dragoman/domain/uuid';

/**
 * Reads a typed or pasted link instead of a scan: the link of a session or a booth, with or without
 * `https://`, or the bare id of a session. Words around a link, as chat apps paste them, are
 * ignored.
 * @returns what it leads to, or null.
 */
export function typedTarget(text: string): JoinTarget | null {
  for (const word of text.trim().split(/\s+/)) {
    if (isUuid(word)) return { kind: 'session', id: word.toLowerCase() };
    const target = parseTargetLink(word) ?? parseTargetLink(`https://${word}`);
    if (target) return target;
  }
  return null;
}
