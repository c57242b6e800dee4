import { parseTargetLink } from '@dragoman/domain/join-link';
import type { JoinTarget } from '@dragoman/domain/join-target';

/** The reaction to a code. */
export type ScanDecision =
  | { kind: 'join'; target: JoinTarget }
  /** Not one of ours; `tell` is false when the user has just been told so. */
  | { kind: 'invalid'; tell: boolean };

/** The last code that was no join link, and when it was last in view (ms since 1970). */
export interface InvalidSight {
  text: string;
  seenAt: number;
}

/**
 * A wrong code that stays in view is reported once; after this long out of view it counts as new.
 */
export const FORGET_INVALID_MS = 3_000;

/**
 * Decides about a code (specification 2.16, 5.9, 8.6).
 * @param before the last invalid code seen, if any.
 * @returns the decision, and what to remember for the next one.
 */
export function decideScan(
  text: string,
  now: number,
  before: InvalidSight | null,
): { decision: ScanDecision; sight: InvalidSight | null } {
  const target = parseTargetLink(text);
  if (target) return { decision: { kind: 'join', target }, sight: null };
  const known = before?.text === text && now - before.seenAt < FORGET_INVALID_MS;
  return { decision: { kind: 'invalid', tell: !known }, sight: { text, seenAt: now } };
}
