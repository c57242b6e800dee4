import { describe, expect, it } from 'vitest';
import { noteText } from './note-text.ts';

const NOTE = {
  language: 'zh',
  text: '需要样品',
  translations: { en: { text: 'Needs samples', engine: 'deepl' } },
} as const;

describe('the text of a note', () => {
  it('is the translation in the reader’s language, with the original beside it', () => {
    expect(noteText(NOTE, 'en')).toEqual({
      text: 'Needs samples',
      language: 'en',
      original: { text: '需要样品', language: 'zh' },
      untranslated: false,
    });
  });

  it('is the original without a translation for the reader, who is offered one', () => {
    expect(noteText(NOTE, 'ar')).toEqual({
      text: '需要样品',
      language: 'zh',
      original: null,
      untranslated: true,
    });
  });

  it('is the original for a reader of its language, whatever translations say', () => {
    const odd = { ...NOTE, translations: { zh: { text: '样品', engine: 'deepl' } } };
    expect(noteText(odd, 'zh')).toMatchObject({ text: '需要样品', original: null, untranslated: false });
  });
});
