import { distinctTags } from '../tags.ts';
import type { LeadAnswer, LeadAnswers, LeadContent } from './lead.ts';

/**
 * Merges two devices' edits of one lead. A value that only one side changed is taken from that
 * side. Of ratings, states, days, choices and yes or no that both changed, ours wins, because it is
 * newer. Of texts that both changed, both are kept.
 * @param base the common ancestor
 * @param ours the lead about to be written
 * @param theirs the lead on the server
 */
export function mergeLead(base: LeadContent, ours: LeadContent, theirs: LeadContent): LeadContent {
  return {
    status: newer(base.status, ours.status, theirs.status),
    rating: newer(base.rating, ours.rating, theirs.rating),
    follow_up_on: newer(base.follow_up_on, ours.follow_up_on, theirs.follow_up_on),
    note: mergeText(base.note ?? '', ours.note ?? '', theirs.note ?? '') || null,
    tags: mergeTags(base.tags, ours.tags, theirs.tags),
    answers: mergeAnswers(base.answers, ours.answers, theirs.answers),
  };
}

/**
 * @returns whether a text of a merged lead combines two devices' words, so that the user is
 * notified
 */
export function joinsTexts(ours: LeadContent, theirs: LeadContent, merged: LeadContent): boolean {
  const texts = ({ note, answers }: LeadContent): Record<string, LeadAnswer | null | undefined> => ({
    ...answers,
    // No question's id.
    '': note,
  });
  const [mine, other] = [texts(ours), texts(theirs)];
  return Object.entries(texts(merged)).some(
    ([id, text]) => typeof text === 'string' && text !== (mine[id] ?? '') && text !== (other[id] ?? ''),
  );
}

/**
 * Joins two versions of a text, line by line: theirs, with the lines that we have added or changed
 * at its end. No line of either is lost; a line that one side has taken out while the other wrote
 * stays out of neither, so it may have to be taken out again.
 */
export function mergeText(base: string, ours: string, theirs: string): string {
  if (ours === base || ours === theirs) return theirs;
  if (theirs === base) return ours;
  // More has been typed since an attempt whose answer was lost.
  if (theirs && ours.startsWith(theirs)) return ours;
  if (ours && theirs.startsWith(ours)) return theirs;
  const known = new Set([...base.split('\n'), ...theirs.split('\n')].map((line) => line.trim()));
  const added = ours.split('\n').filter((line) => !known.has(line.trim()));
  return [...(theirs ? [theirs] : []), ...added].join('\n');
}

function mergeTags(base: readonly string[], ours: readonly string[], theirs: readonly string[]): string[] {
  const removed = base.filter((tag) => !ours.includes(tag));
  const added = ours.filter((tag) => !base.includes(tag));
  return distinctTags([...theirs.filter((tag) => !removed.includes(tag)), ...added]);
}

function mergeAnswers(base: LeadAnswers, ours: LeadAnswers, theirs: LeadAnswers): LeadAnswers {
  const ids = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
  const merged = ids.map((id) => [id, mergeAnswer(base[id], ours[id], theirs[id])] as const);
  return Object.fromEntries(
    merged.filter((entry): entry is [string, LeadAnswer] => entry[1] !== undefined && entry[1] !== ''),
  );
}

function mergeAnswer(
  base: LeadAnswer | undefined,
  ours: LeadAnswer | undefined,
  theirs: LeadAnswer | undefined,
): LeadAnswer | undefined {
  const text = (value: LeadAnswer | undefined) => (typeof value === 'string' ? value : '');
  if (typeof ours === 'string' || typeof theirs === 'string') {
    return mergeText(text(base), text(ours), text(theirs));
  }
  return newer(base, ours, theirs);
}

function newer<Value>(base: Value, ours: Value, theirs: Value): Value {
  return JSON.stringify(ours) === JSON.stringify(base) ? theirs : ours;
}
