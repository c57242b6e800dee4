import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { describe, expect, test } from 'vitest';
import { asksWithoutMark, phraseKey } from './normalize.ts';
import type { Phrase } from './phrase.ts';
import { createPhrasebook, SHIPPED_PHRASES } from './phrasebook.ts';
import { SLOT_KINDS } from './slots.ts';

// What a translator may get wrong while editing the data. Every phrase is held to it.

const SLOT = /\{(\w+)\}/g;
const FOREIGN: Record<Language, RegExp> = {
  en: /[^\p{Script=Latin}\p{Script=Common}]/u,
  zh: /\p{Script=Arabic}/u,
  ar: /\p{Script=Han}/u,
};
const NEEDED: Record<Language, RegExp> = { en: /[a-z]/i, zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u };
const ENDING: Record<Language, RegExp> = { en: /[.?]$/, zh: /[。？]$/, ar: /[.؟]$/ };
/** Latin words that stay as they are in Chinese and Arabic. */
const BRANDS = /WeChat|WhatsApp|logo|MOQ/g;

function slotsOf(wording: string): string[] {
  return [...wording.matchAll(SLOT)].map((match) => match[1] ?? '').toSorted();
}

function wordingsOf(phrase: Phrase): [Language, string][] {
  return LANGUAGES.flatMap((language) =>
    phrase[language].map((wording): [Language, string] => [language, wording]),
  );
}

test('there are about a hundred phrases, each with its own id', () => {
  expect(SHIPPED_PHRASES.length).toBeGreaterThanOrEqual(100);
  expect(new Set(SHIPPED_PHRASES.map((phrase) => phrase.id)).size).toBe(SHIPPED_PHRASES.length);
});

describe.each(SHIPPED_PHRASES.map((phrase) => [phrase.id, phrase] as const))('%s', (_id, phrase) => {
  test('has every language, in its script, ended as that language ends sentences', () => {
    for (const [language, wording] of wordingsOf(phrase)) {
      const words = wording.replace(SLOT, '');
      expect(words, wording).toMatch(NEEDED[language]);
      expect(words, wording).not.toMatch(FOREIGN[language]);
      if (language !== 'en') expect(words.replace(BRANDS, ''), wording).not.toMatch(/[a-z]/i);
      expect(wording, wording).toMatch(ENDING[language]);
      expect(words, 'a number belongs into a slot').not.toMatch(/\d/);
    }
  });

  test('has the same slots in every wording, each known and once', () => {
    const expected = slotsOf(phrase.en[0]);
    expect(new Set(expected).size).toBe(expected.length);
    for (const slot of expected) expect(SLOT_KINDS).toContain(slot);
    for (const [, wording] of wordingsOf(phrase)) expect(slotsOf(wording), wording).toEqual(expected);
  });

  test('asks in all languages or in none, and is not mistaken for the other', () => {
    const asks = wordingsOf(phrase).map(([, wording]) => /[?？؟]$/.test(wording));
    expect(new Set(asks).size).toBe(1);
    if (asks[0]) return;
    for (const [language, wording] of wordingsOf(phrase)) {
      expect(asksWithoutMark(phraseKey(wording, language), language), wording).toBe(false);
    }
  });
});

test('no wording belongs to two phrases', () => {
  expect(() => createPhrasebook(SHIPPED_PHRASES)).not.toThrow();
  const [first] = SHIPPED_PHRASES;
  if (!first) throw new Error('no phrases');
  expect(() => createPhrasebook([first, { ...first, id: 'twin' }])).toThrow(/share the wording/);
});
