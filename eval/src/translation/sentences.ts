import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { z } from 'zod';
import ar from './held-out/ar.json' with { type: 'json' };
import en from './held-out/en.json' with { type: 'json' };
import zh from './held-out/zh.json' with { type: 'json' };
import data from './sentences.json' with { type: 'json' };

const inEveryLanguage = z.object({ en: z.string().min(1), zh: z.string().min(1), ar: z.string().min(1) });
const schema = z.array(
  inEveryLanguage.extend({
    /** A word of the trade that the translation has to use, as a part of it. */
    term: inEveryLanguage.optional(),
    /** Other right translations by the phrasebook, judged by a person. */
    alsoRight: z.partialRecord(z.enum(LANGUAGES), z.array(z.string())).optional(),
  }),
);

export type Sentence = z.infer<typeof schema>[number];

/**
 * The evaluation set: sentences that people say at a trade fair, each with the translations of a
 * person.
 */
export const SENTENCES: readonly Sentence[] = schema.parse(data);

export const PAIRS: ReadonlyArray<readonly [source: Language, target: Language]> = LANGUAGES.flatMap(
  (source) => LANGUAGES.filter((target) => target !== source).map((target) => [source, target] as const),
);

const heldOutSchema = z.array(
  z.object({
    /** A sentence typed at a booth, in the language of the file. */
    text: z.string().min(1),
    en: z.string().optional(),
    zh: z.string().optional(),
    ar: z.string().optional(),
    /** Answers of the phrasebook that a person has judged right, by target language. */
    judgedRight: z.partialRecord(z.enum(LANGUAGES), z.string()).optional(),
  }),
);
export type HeldOutSentence = z.infer<typeof heldOutSchema>[number];

/**
 * Everyday sentences, 320 for each language, written without knowledge of the phrasebook. A quarter
 * of them were consulted while writing its phrases; the others were not.
 */
export const HELD_OUT: Record<Language, readonly HeldOutSentence[]> = {
  en: heldOutSchema.parse(en),
  zh: heldOutSchema.parse(zh),
  ar: heldOutSchema.parse(ar),
};

/** @returns whether a held-out sentence has been read while phrases were written. */
export function isSeen(index: number): boolean {
  return index % 4 === 0;
}
