import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { z } from 'zod';
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

/** What people say at a trade fair, each with the translations of a person: the evaluation set. */
export const SENTENCES: readonly Sentence[] = schema.parse(data);

export const PAIRS: ReadonlyArray<readonly [source: Language, target: Language]> = LANGUAGES.flatMap(
  (source) => LANGUAGES.filter((target) => target !== source).map((target) => [source, target] as const),
);
