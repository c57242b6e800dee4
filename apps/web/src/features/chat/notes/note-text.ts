import type { Language } from '@dragoman/domain/languages';
import type { ChatNote } from '@/entities/booth/team.ts';

/** What a reader sees of a note. */
export interface NoteText {
  text: string;
  language: Language;
  /** The text as its author wrote it, where a translation is shown. */
  original: { text: string; language: Language } | null;
  /** Whether a translation for this reader is missing. */
  untranslated: boolean;
}

/** @returns the text of a note in the reader's language where there is one, else the original */
export function noteText(
  { language, text, translations }: Pick<ChatNote, 'language' | 'text' | 'translations'>,
  reader: Language,
): NoteText {
  const original = { text, language };
  const translation = language === reader ? undefined : translations[reader];
  if (translation) return { text: translation.text, language: reader, original, untranslated: false };
  return { ...original, original: null, untranslated: language !== reader };
}
