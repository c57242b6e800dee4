import { LANGUAGES, type Language } from '@dragoman/domain/languages';

/** The administrators' announcement; a language with an empty text shows another one. */
export type AnnouncementTexts = Record<Language, string>;

/** @returns the text for a user, and its language; null for an empty announcement */
export function announcementText(
  texts: AnnouncementTexts,
  reader: Language,
): { language: Language; text: string } | null {
  const language = [reader, ...LANGUAGES].find((one) => texts[one].trim() !== '');
  return language ? { language, text: texts[language] } : null;
}
