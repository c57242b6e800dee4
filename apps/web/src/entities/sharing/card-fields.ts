import type { Profile, Row } from '@/shared/api/database-types.ts';

/**
 * The fields of a card that can be withheld, in the order in which they are offered. Name, role,
 * language and picture always go.
 */
export const CARD_FIELDS = [
  'company',
  'designation',
  'email',
  'phone',
  'whatsapp',
  'wechat',
  'website',
  'linkedin',
] as const satisfies readonly Row<'card_shares'>['withheld'][number][];

export type CardField = (typeof CARD_FIELDS)[number];

/** An entry of the record, as the server has written it. */
export type ShareEntry = Omit<Row<'card_share_history'>, 'owner_id' | 'viewer_id'>;

/**
 * @returns the fields of a card that have a value; withholding an empty one has no visible effect
 */
export function filledFields(card: Pick<Profile, CardField>): CardField[] {
  return CARD_FIELDS.filter((field) => card[field]?.trim());
}

/** The change of one moment. */
export interface ShareStep {
  id: string;
  at: string;
  kind: 'exchanged' | 'given' | 'withdrawn' | 'filled' | 'everyone';
  /** None of `everyone`. */
  fields: CardField[];
}

/**
 * Turns the sharing record into readable steps: what each entry shared or withdrew compared with
 * the one before it.
 * @param entries of one person and of the default, or of the default only, in any order
 * @param person whether they are of one person, for whom the default's entries before their meeting
 * are ignored
 * @returns the latest first; a choice that both shared and withdrew makes two steps
 */
export function shareSteps(entries: readonly ShareEntry[], person: boolean): ShareStep[] {
  const steps: ShareStep[] = [];
  let before: readonly CardField[] | null = null;
  for (const { id, reason, shared, withheld, created_at: at } of entries.toSorted((a, b) =>
    a.created_at.localeCompare(b.created_at),
  )) {
    if (person && !before && (reason === 'everyone' || reason === 'filled')) continue;
    if (reason === 'filled') {
      const seen = shared.filter((field) => !before?.includes(field));
      if (seen.length > 0) steps.push({ id, at, kind: 'filled', fields: inOrder(seen) });
      continue;
    }
    if (reason === 'everyone' && !person) {
      steps.push({ id, at, kind: 'everyone', fields: [] });
      continue;
    }
    if (reason === 'exchange') steps.push({ id, at, kind: 'exchanged', fields: inOrder(shared) });
    else {
      const held = before ?? [];
      const withdrawn = withheld.filter((field) => !held.includes(field));
      const given = held.filter((field) => !withheld.includes(field));
      if (given.length > 0) steps.push({ id: `${id}+`, at, kind: 'given', fields: inOrder(given) });
      if (withdrawn.length > 0) steps.push({ id, at, kind: 'withdrawn', fields: inOrder(withdrawn) });
    }
    before = withheld;
  }
  return steps.reverse();
}

function inOrder(fields: readonly CardField[]): CardField[] {
  return CARD_FIELDS.filter((field) => fields.includes(field));
}
