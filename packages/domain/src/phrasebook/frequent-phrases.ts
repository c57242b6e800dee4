import type { Language } from '../languages.ts';
import frequent from './data/frequent.json' with { type: 'json' };

/** A sentence of the phrasebook with its translations. */
export type FrequentPhrase = Readonly<Record<Language, string>> & { readonly id: string };

/**
 * What is said most at a booth, by the role of the one who says it: few enough to offer them all at
 * once. They are sentences of the phrasebook, kept apart because the whole is large.
 */
export const FREQUENT_PHRASES: Readonly<Record<'vendor' | 'visitor', readonly FrequentPhrase[]>> = frequent;
