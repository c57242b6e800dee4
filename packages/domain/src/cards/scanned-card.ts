import { z } from 'zod';
import { EMAIL_ADDRESS } from '../email-address.ts';
import { PROFILE_FIELD_LIMITS } from '../profile-forms.ts';
import { searchKey } from '../search-text.ts';
import { areTags, parseTags } from '../tags.ts';
import { characterCount, emptyToNull, storableText } from '../text.ts';
import { BADGE_ID_LIMIT } from './badge-id.ts';

// Saved business cards of people whom the user has met.

/** The fields of a person's card, in the order of the form. */
export const CONTACT_FIELDS = [
  'name',
  'company',
  'designation',
  'email',
  'phone',
  'whatsapp',
  'wechat',
  'website',
  'linkedin',
] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];

/** The fields of a kept card; `badge` is the opaque id in the code of a badge. */
export const CARD_FIELDS = [...CONTACT_FIELDS, 'badge'] as const;
export type CardField = (typeof CARD_FIELDS)[number];

/** Limit of a card's note, in characters (code points). The table's checks have the same number. */
export const CARD_NOTE_LIMIT = 4000;

const FIELD_LIMITS: Record<CardField, number> = {
  name: PROFILE_FIELD_LIMITS.title,
  company: PROFILE_FIELD_LIMITS.title,
  designation: PROFILE_FIELD_LIMITS.title,
  email: PROFILE_FIELD_LIMITS.email,
  phone: PROFILE_FIELD_LIMITS.contact,
  whatsapp: PROFILE_FIELD_LIMITS.contact,
  wechat: PROFILE_FIELD_LIMITS.contact,
  website: PROFILE_FIELD_LIMITS.link,
  linkedin: PROFILE_FIELD_LIMITS.link,
  badge: BADGE_ID_LIMIT,
};

/** A card as a table row: null for missing fields. */
export type CardContent = Record<CardField, string | null> & { tags: string[]; note: string | null };

/** A card as form values: empty strings, and the tags in one line. */
export type CardForm = Record<CardField | 'tags' | 'note', string>;

export const EMPTY_CARD_FORM: CardForm = {
  ...(Object.fromEntries(CARD_FIELDS.map((field) => [field, ''])) as Record<CardField, string>),
  tags: '',
  note: '',
};

export interface CardFormMessages {
  /** Error message of an empty card. */
  blank: string;
  emailInvalid: string;
  tooLong: string;
  /** A tag is too long, or there are too many. */
  tagsInvalid: string;
}

/**
 * Schema of a card's form. It accepts anything printed on a stranger's card except an impossible
 * e-mail address, which is a misreading. The message for a blank card appears at the name.
 */
export function cardFormSchema(messages: CardFormMessages) {
  const text = (limit: number) =>
    z
      .string()
      .trim()
      .refine((value) => characterCount(value) <= limit, { error: messages.tooLong });
  const fields = Object.fromEntries(CARD_FIELDS.map((field) => [field, text(FIELD_LIMITS[field])])) as Record<
    CardField,
    ReturnType<typeof text>
  >;
  return z
    .object({
      ...fields,
      email: fields.email.refine((value) => value === '' || EMAIL_ADDRESS.test(value), {
        error: messages.emailInvalid,
      }),
      tags: z.string().refine((line) => areTags(parseTags(line)), { error: messages.tagsInvalid }),
      note: text(CARD_NOTE_LIMIT),
    })
    .refine((form) => CARD_FIELDS.some((field) => form[field] !== ''), {
      error: messages.blank,
      path: ['name'],
    });
}

/** @returns the columns to write for a valid form. */
export function cardColumns(form: CardForm): CardContent {
  const fields = CARD_FIELDS.map((field) => [field, emptyToNull(storableText(form[field]))]);
  return {
    ...(Object.fromEntries(fields) as Record<CardField, string | null>),
    tags: parseTags(storableText(form.tags)),
    note: emptyToNull(storableText(form.note)),
  };
}

/** @returns what the form of a kept card starts from. */
export function cardFormValues(card: CardContent): CardForm {
  const fields = CARD_FIELDS.map((field) => [field, card[field] ?? '']);
  return {
    ...(Object.fromEntries(fields) as Record<CardField, string>),
    tags: card.tags.join(', '),
    note: card.note ?? '',
  };
}

/**
 * @returns what a search in the box compares, see `search-text.ts`: everything that is on a card or
 * was written to it.
 */
export function cardSearchKey(card: CardContent): string {
  const texts = [...CARD_FIELDS.map((field) => card[field]), ...card.tags, card.note];
  return searchKey(texts.filter(Boolean).join('\n'));
}
