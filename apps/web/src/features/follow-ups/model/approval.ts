import type { FollowUpPerson } from '../api/follow-ups.ts';
import type { Draft } from './kept-drafts.ts';

/** @returns when the last mail to a person was taken or sent, in ms since 1970; null without any */
export function lastMailTo({ mailed_at: at }: Pick<FollowUpPerson, 'mailed_at'>): number | null {
  return at === null ? null : Date.parse(at);
}

/**
 * An approval counts until there is a newer mail to the person. It may be this draft's own, where
 * the answer of the server was lost; sent again, the person would have it twice.
 */
export function isApproved(
  { approved, lastMail }: Pick<Draft, 'approved' | 'lastMail'>,
  person: Pick<FollowUpPerson, 'mailed_at'>,
): boolean {
  return approved && lastMail === lastMailTo(person);
}

/**
 * Looks for approved drafts that the server has taken although its answer was lost.
 * @param drafts those that were handed to it, by the person's id
 * @param people as they are read after that
 * @returns the ids of the people who have a newer mail, except those whose mail has failed
 */
export function takenDrafts(
  drafts: ReadonlyMap<string, Pick<Draft, 'approved' | 'lastMail'>>,
  people: readonly Pick<FollowUpPerson, 'person_id' | 'status' | 'mailed_at'>[],
): string[] {
  return people
    .filter((person) => {
      const draft = drafts.get(person.person_id);
      return draft !== undefined && person.status !== 'failed' && !isApproved(draft, person);
    })
    .map(({ person_id: id }) => id);
}
