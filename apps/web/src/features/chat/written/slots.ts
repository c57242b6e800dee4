import type { Language } from '@dragoman/domain/languages';

// What the server writes of a chat is the same for everybody: it does not know who asks. Where somebody's words belong, it writes
// one of these characters (of the private use area, so that no text of ours has them); a script of the page puts the words there.

export const SLOTS = {
  name: '\uE000',
  company: '\uE001',
  text: '\uE002',
  translation: '\uE003',
  engine: '\uE004',
  own: '\uE005',
  other: '\uE006',
} as const;

/** The element that has the parts to fill, and what the script says besides. */
export const PARTS_ID = 'chat-parts';

/** By which a part is found: one template each. */
export type PartName =
  | 'header'
  | 'hint'
  | 'today'
  | 'yesterday'
  | 'day'
  | 'new'
  | 'translating'
  | 'untranslated'
  | BubbleName;

/** Somebody's message: the first of a run or a further one; of one's own, whether it has been read. */
export type BubbleName = `${'other' | 'sent' | 'read'}-${'first' | 'next'}`;

/** What the script says in the reader's language. */
export interface WrittenTexts {
  language: Language;
  /** In place of a name, and of a company. */
  someone: string;
  noCompany: string;
  /** Who made a translation, by the server's name for it; `''` where that is not known. */
  engines: Record<string, string>;
}
