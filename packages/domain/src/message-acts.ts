/** The signs that people may put on a message, in the order in which they are offered. */
export const REACTIONS = ['like', 'love', 'laugh', 'surprise', 'thanks', 'done'] as const;

export type Reaction = (typeof REACTIONS)[number];

/** The signs as they are drawn. */
export const REACTION_SIGNS: Readonly<Record<Reaction, string>> = {
  like: '👍',
  love: '❤️',
  laugh: '😄',
  surprise: '😮',
  thanks: '🙏',
  done: '✅',
};

/** @returns whether a value of the database is one of the signs */
export function isReaction(value: unknown): value is Reaction {
  return REACTIONS.some((reaction) => reaction === value);
}

/** What may be wrong with a translation, in the order in which it is offered. */
export const TRANSLATION_FAULTS = ['meaning', 'numbers', 'names', 'unreadable'] as const;

export type TranslationFault = (typeof TRANSLATION_FAULTS)[number];
