import { LANGUAGES, type Language } from './languages.ts';

const LETTERS: Readonly<Record<Language, RegExp>> = {
  en: /\p{Script=Latin}/gu,
  zh: /\p{Script=Han}/gu,
  ar: /\p{Script=Arabic}/gu,
};
/** A Han character says as much as so many letters. */
const HAN_WEIGHT = 3;
/** Less of a text are names and codes, which need no translation. */
const MIN_SHARE = 0.3;

/**
 * @returns the language of a text that a reader of `own` may not understand, by its letters; null
 * for a text in their own language. Of a text in several it is the most frequent other one.
 */
export function foreignLanguage(text: string, own: Language): Language | null {
  const weights = LANGUAGES.map((language) => ({
    language,
    weight: (text.match(LETTERS[language])?.length ?? 0) * (language === 'zh' ? HAN_WEIGHT : 1),
  }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const [most] = weights
    .filter(({ language, weight }) => language !== own && weight > 0 && weight >= MIN_SHARE * all)
    .sort((a, b) => b.weight - a.weight);
  return most?.language ?? null;
}
