import type { WrittenEmail } from '@dragoman/domain/assistant/assistant';
import { draftNames, forgetDraft, readDraft, writeDraft } from '@/shared/offline/draft-storage.ts';

/** A mail that waits for its writer's approval, or to be sent. This tab keeps it. */
export interface Draft extends WrittenEmail {
  approved: boolean;
  /**
   * The last mail to the person when the draft was written or last changed, in ms since 1970; null
   * for none. A number, because the file of unsaved work lists the strings.
   */
  lastMail: number | null;
  /** The assistant was asked and gave none, so this is the template. */
  fromTemplate: boolean;
}

/** Drafts that are kept: about a megabyte at most, of the five that a tab has. */
export const MOST_KEPT = 100;
/** Older ones are about a fair that is over. */
export const KEPT_MS = 14 * 24 * 60 * 60_000;

/**
 * The drafts that this tab keeps through reloads and visits to other pages, as it keeps the text of
 * a chat's composer: signing out forgets them, and the file of unsaved work has them. Old ones are
 * forgotten.
 * @param ownerId the writer's profile
 * @param now milliseconds since 1970
 * @returns by the person's id
 */
export function keptDrafts(ownerId: string, now: number): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const name of draftNames(prefix(ownerId))) {
    const { at, draft } = read(name);
    if (draft && at <= now && at > now - KEPT_MS) drafts.set(name.slice(prefix(ownerId).length), draft);
    else forgetDraft(name);
  }
  return drafts;
}

/** Keeps a draft. Of too many the oldest are forgotten. */
export function keepFollowUpDraft(ownerId: string, personId: string, draft: Draft, now: number): void {
  writeDraft(prefix(ownerId) + personId, { ...draft, at: now });
  const names = draftNames(prefix(ownerId));
  if (names.length <= MOST_KEPT) return;
  const newestFirst = names.map((name) => ({ name, at: read(name).at })).sort((a, b) => b.at - a.at);
  for (const { name } of newestFirst.slice(MOST_KEPT)) forgetDraft(name);
}

export function forgetFollowUpDraft(ownerId: string, personId: string): void {
  forgetDraft(prefix(ownerId) + personId);
}

function prefix(ownerId: string): string {
  return `follow-up:${ownerId}:`;
}

/** The storage is untrusted. */
function read(name: string): { at: number; draft: Draft | null } {
  const kept = readDraft(name) as Partial<Record<keyof Draft | 'at', unknown>> | null;
  const { subject, body, approved, lastMail, fromTemplate, at } = kept ?? {};
  if (typeof subject !== 'string' || typeof body !== 'string' || typeof at !== 'number') {
    return { at: 0, draft: null };
  }
  const draft = {
    subject,
    body,
    approved: approved === true,
    lastMail: typeof lastMail === 'number' ? lastMail : null,
    fromTemplate: fromTemplate === true,
  };
  return { at, draft };
}
