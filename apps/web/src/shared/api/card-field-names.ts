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
] as const;

export type CardField = (typeof CARD_FIELDS)[number];
