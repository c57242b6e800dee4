import { LANGUAGES, type Language } from './languages.ts';

const LETTERS: Readonly<Record<Language, RegExp>> = {
  en: /\p{Script=Latin}/gu,
  zh: /\p{Script=Han}/gu,
  ar: /\p{Script=Arabic}/gu,
};
/** A Han character says as much as so many letters. */
const HAN_WEIGHT = 3;

/**
 * @returns the language of a text that a reader of `own` may not understand, by most of its
 * letters; null for a text in their own language, which may hold names and codes in another script.
 */
export function foreignLanguage(text: string, own: Language): Language | null {
  const weightOf = (language: Language) =>
    (text.match(LETTERS[language])?.length ?? 0) * (language === 'zh' ? HAN_WEIGHT : 1);
  let [most, weight]: [Language, number] = [own, weightOf(own)];
  for (const language of LANGUAGES) {
    if (weightOf(language) > weight) [most, weight] = [language, weightOf(language)];
  }
  return most === own ? null : most;
}
