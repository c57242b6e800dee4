import { searchKey } from '../search-text.ts';
import { areTags, distinctTags } from '../tags.ts';
import { characterCount, withoutTrailing } from '../text.ts';
import { dialable } from './contact-card.ts';
import { CARD_FIELDS, CARD_NOTE_LIMIT, type CardContent, type CardField } from './scanned-card.ts';

// Cards of one person: found by e-mail address or telephone number, and made one without losing
// anything.

type Identifying = Pick<CardContent, 'name' | 'email' | 'phone' | 'whatsapp'>;

/**
 * Digits that two ways of writing one number share at the end: the subscriber's number, without
 * country and area.
 */
const SHARED_DIGITS = 7;

/**
 * Finds cards that look like one person's. Same e-mail address, or same telephone number (also
 * `050…` for `+97150…`), but not where both the names and the addresses differ: colleagues share a
 * switchboard.
 * @returns groups of two and more, each card in at most one, in the order of the cards
 */
export function duplicateGroups<Card extends Identifying>(cards: readonly Card[]): Card[][] {
  const parents = cards.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    return root;
  };
  const join = (one: number, other: number) => {
    const [low, high] = [rootOf(one), rootOf(other)].sort((a, b) => a - b) as [number, number];
    parents[high] = low;
  };

  for (const [first, ...others] of bucketed(cards, (card) => [emailKey(card.email)])) {
    for (const other of others) join(first as number, other);
  }
  for (const bucket of bucketed(cards, (card) =>
    numbersOf(card).map((digits) => digits.slice(-SHARED_DIGITS)),
  )) {
    bucket.forEach((one, position) => {
      for (const other of bucket.slice(position + 1)) {
        if (haveSameNumber(cards[one] as Card, cards[other] as Card)) join(one, other);
      }
    });
  }

  const groups = new Map<number, Card[]>();
  cards.forEach((card, index) => {
    const root = rootOf(index);
    groups.set(root, [...(groups.get(root) ?? []), card]);
  });
  return [...groups.values()].filter((group) => group.length > 1);
}

function bucketed<Card>(cards: readonly Card[], keysOf: (card: Card) => string[]): number[][] {
  const buckets = new Map<string, number[]>();
  cards.forEach((card, index) => {
    for (const key of new Set(keysOf(card))) {
      if (key) buckets.set(key, [...(buckets.get(key) ?? []), index]);
    }
  });
  return [...buckets.values()];
}

function emailKey(email: string | null): string {
  return email?.trim().toLowerCase() ?? '';
}

/** With the plus, where present; numbers too short to identify a person are left out. */
function numbersOf({ phone, whatsapp }: Identifying): string[] {
  return [dialable(phone), dialable(whatsapp)].filter(
    (digits): digits is string => digits !== null && digits.replace('+', '').length >= SHARED_DIGITS,
  );
}

function haveSameNumber(one: Identifying, other: Identifying): boolean {
  if (areDifferent(emailKey(one.email), emailKey(other.email))) {
    if (areDifferent(searchKey(one.name ?? ''), searchKey(other.name ?? ''))) return false;
  }
  return numbersOf(one).some((number) => numbersOf(other).some((another) => isSameNumber(number, another)));
}

function areDifferent(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

/**
 * A number without its country is another one's end: `050 555 0142` is `+971 50 555 0142` from
 * inside the country.
 */
function isSameNumber(one: string, other: string): boolean {
  if (one === other) return true;
  const [national, whole] = one.startsWith('+') ? [other, one] : [one, other];
  if (national.startsWith('+')) return false;
  const subscriber = national.replace(/^0+/, '');
  return subscriber.length >= SHARED_DIGITS && whole.replace(/^\+?0*/, '').endsWith(subscriber);
}

/** @returns the values that cards have for a field, each once, in the order of the cards. */
export function fieldValues(cards: readonly CardContent[], field: CardField): string[] {
  const byKey = new Map<string, string>();
  for (const card of cards) {
    const value = card[field]?.trim();
    if (value && !byKey.has(valueKey(field, value))) byKey.set(valueKey(field, value), value);
  }
  return [...byKey.values()];
}

/** A key that is equal for two spellings of one value. */
function valueKey(field: CardField, value: string): string {
  if (field === 'phone' || field === 'whatsapp') return dialable(value) ?? value;
  if (field === 'email') return emailKey(value);
  if (field === 'website' || field === 'linkedin') {
    return withoutTrailing(value.toLowerCase().replace(/^https?:\/\/(www\.)?/, ''), '/');
  }
  return value;
}

/**
 * Merges several cards into one. Where they differ, the chosen value goes into the field and the
 * others into the note, so that nothing is lost. Tags are united and notes are appended.
 * @param cards the first one provides the values of fields without a choice
 * @param chosen values by field, out of {@link fieldValues}
 * @param labels the name of each field in the note
 */
export function mergedCard(
  cards: readonly CardContent[],
  chosen: Partial<Record<CardField, string>>,
  labels: Record<CardField, string>,
): CardContent {
  const fields: Partial<Record<CardField, string | null>> = {};
  const leftOver: string[] = [];
  for (const field of CARD_FIELDS) {
    const values = fieldValues(cards, field);
    const taken = values.find((value) => value === chosen[field]) ?? values[0] ?? null;
    fields[field] = taken;
    for (const value of values) if (value !== taken) leftOver.push(`${labels[field]}: ${value}`);
  }
  const notes = new Set(cards.map(({ note }) => note?.trim()).filter(Boolean) as string[]);
  const note = [...notes, leftOver.join('\n')].filter(Boolean).join('\n\n');
  return {
    ...(fields as Record<CardField, string | null>),
    tags: distinctTags(cards.flatMap(({ tags }) => tags)),
    note: note || null,
  };
}

/**
 * @returns whether a merged card can be kept: with everything in it, it may have grown too long.
 */
export function isKeepable(card: CardContent): boolean {
  return areTags(card.tags) && characterCount(card.note ?? '') <= CARD_NOTE_LIMIT;
}
