import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../languages.ts';
import { asksWithoutMark, PRIVATE_USE, phraseKey } from './normalize.ts';
import type { Phrase } from './phrase.ts';
import { createPhrasebook } from './phrasebook.ts';
import { FRAMES, shippedPhrases, TERM_GROUPS, TOPICS } from './shipped.ts';
import { isSlotKind, SLOT } from './slot-kinds.ts';
import { termKey } from './term-index.ts';
import { expandWording, MOST_READINGS, wordingKey } from './wordings.ts';

// Catches mistakes that a translator may make while editing the data. Every entry is held to it.

const QUICK_PHRASES = TOPICS.flatMap((topic) => topic.phrases);
const PHRASES = shippedPhrases();
const TERMS = TERM_GROUPS.flatMap((group) => group.terms);

const FOREIGN: Record<Language, RegExp> = {
  en: /[^\p{Script=Latin}\p{Script=Common}]/u,
  zh: /\p{Script=Arabic}/u,
  ar: /\p{Script=Han}/u,
};
const NEEDED: Record<Language, RegExp> = { en: /[a-z]/i, zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u };
const ENDING: Record<Language, RegExp> = { en: /[.?]$/, zh: /[。？]$/, ar: /[.؟]$/ };
/** Latin words that stay as they are in Chinese and Arabic. */
const LATIN_TERM = /^(?:MOQ|OEM|ODM)$/;
const KEPT = /PayPal|ISO|WeChat Pay|WeChat|WhatsApp|Alipay|logo|MOQ|OEM|ODM|QR|LED|CNC|HS|PE|FOB|CIF|PI|T恤/g;

/** @returns the slots of a wording, without the words that agree with them. */
function slotsOf(wording: string): string[] {
  const slots = [...wording.matchAll(SLOT)].filter((match) => match[3] === undefined);
  return slots.map((match) => match[1] ?? '').toSorted();
}

function wordingsOf(phrase: Phrase): [Language, string][] {
  return LANGUAGES.flatMap((language) =>
    phrase[language].map((wording): [Language, string] => [language, wording]),
  );
}

/** @returns what is wrong with the letters of a text, slots left out. */
function scriptFaults(text: string, language: Language): string[] {
  const words = text.replace(SLOT, '');
  const faults: string[] = [];
  const check = (ok: boolean, fault: string) => ok || faults.push(`${text}: ${fault}`);
  check(NEEDED[language].test(words) || /\{/.test(text) || LATIN_TERM.test(text), 'not in its script');
  check(!FOREIGN[language].test(words), 'letters of another script');
  check(!PRIVATE_USE.test(words), 'private-use characters');
  check(language === 'en' || !/[a-z]/i.test(words.replace(KEPT, '')), 'a Latin word');
  // The letters of Persian keyboards look right and match nothing.
  check(language !== 'ar' || !/[کیھے]/.test(words), 'Persian letters');
  check(
    text === text.normalize('NFC') && text === text.trim() && !/\s{2}/.test(text),
    'spaces or composition',
  );
  check(!/\d/.test(words), 'a number belongs into a slot');
  check(!/[{}]/.test(words), 'a brace that is no slot');
  return faults;
}

test('there are at least 600 phrases and 800 terms, each with its own id', () => {
  expect(QUICK_PHRASES.length).toBeGreaterThanOrEqual(600);
  expect(TERMS.length).toBeGreaterThanOrEqual(800);
  expect(new Set(QUICK_PHRASES.map((phrase) => phrase.id)).size).toBe(QUICK_PHRASES.length);
  expect(new Set(TERMS.map((term) => term.id)).size).toBe(TERMS.length);
});

describe.each(TOPICS.map((topic) => [topic.id, topic.phrases] as const))('phrases: %s', (_id, phrases) => {
  test('have every language, in its script, ended as that language ends sentences', () => {
    const faults = phrases.flatMap((phrase) => [
      ...LANGUAGES.filter((language) => phrase[language].length === 0).map(
        (language) => `${phrase.id}: ${language}`,
      ),
      ...wordingsOf(phrase).flatMap(([language, wording]) => [
        ...scriptFaults(wording, language),
        ...(ENDING[language].test(wording) ? [] : [`${wording}: end`]),
      ]),
    ]);
    expect(faults).toEqual([]);
  });

  test('have the same slots in every wording, each known and once', () => {
    const faults = phrases.flatMap((phrase) => {
      const expected = slotsOf(phrase.en[0] ?? '');
      const known = expected.every(isSlotKind) && new Set(expected).size === expected.length;
      const unequal = wordingsOf(phrase).filter(
        ([language, wording]) =>
          slotsOf(wording).join() !== expected.join() ||
          [...wording.matchAll(SLOT)].some(
            ([slot, , oblique]) => oblique && !(language === 'ar' && slot === '{quantity:oblique}'),
          ),
      );
      return [...(known ? [] : [phrase.id]), ...unequal.map(([, wording]) => wording)];
    });
    expect(faults).toEqual([]);
  });

  test('ask in all languages or in none, and are not mistaken for the other', () => {
    const faults = phrases.flatMap((phrase) => {
      const asks = phrase.en[0]?.endsWith('?');
      return wordingsOf(phrase).filter(
        ([language, wording]) =>
          /[?？؟]$/.test(wording) !== asks ||
          (!asks && asksWithoutMark(phraseKey(wording, language), language)),
      );
    });
    expect(faults).toEqual([]);
  });
});

describe.each(LANGUAGES)('frames: %s', (language) => {
  const answers = new Map(PHRASES.map((phrase) => [phrase.id, phrase]));
  const own = new Map(QUICK_PHRASES.map((phrase) => [phrase.id, phrase]));

  test('answer in the script of the language, and say everything with the same slots', () => {
    const faults = FRAMES.flatMap((frame) => {
      const expected = slotsOf(expandWording(answers.get(frame.id)?.en[0] ?? '')[0] ?? '').join();
      const first = own.has(frame.id) ? [] : scriptFaults(frame[language][0] ?? '', language);
      const unequal = frame[language].filter((wording) =>
        expandWording(wording).some((plain) => slotsOf(plain).join() !== expected),
      );
      return [...first, ...unequal];
    });
    expect(faults).toEqual([]);
  });

  test('ask in all languages or in none, and are not mistaken for the other', () => {
    const faults = FRAMES.flatMap((frame) => {
      const asks = answers.get(frame.id)?.en[0]?.endsWith('?');
      return frame[language].filter(
        (wording) =>
          !ENDING[language].test(wording) ||
          /[?？؟]$/.test(wording) !== asks ||
          (!asks &&
            expandWording(wording).some((plain) =>
              asksWithoutMark(phraseKey(plain.replace(SLOT, 'x'), language), language),
            )),
      );
    });
    expect(faults).toEqual([]);
  });

  test('are bounded', () => {
    for (const frame of FRAMES) {
      for (const wording of frame[language]) {
        expect(expandWording(wording).length, wording).toBeLessThanOrEqual(MOST_READINGS);
      }
    }
  });
});

describe.each(TERM_GROUPS.map((group) => [group.id, group] as const))('terms: %s', (_id, { slot, terms }) => {
  test('have every language, in its script, without an end of a sentence', () => {
    const faults = terms.flatMap((term) =>
      LANGUAGES.flatMap((language) => {
        const plural = language === 'zh' ? undefined : term.plural?.[language];
        const forms = plural ? [...term[language], plural] : term[language];
        const ended = forms.filter((form) => /[.?。？؟]/.test(form));
        return [
          ...(forms.length ? [] : [term.id]),
          ...ended,
          ...forms.flatMap((form) => scriptFaults(form, language)),
        ];
      }),
    );
    expect(faults).toEqual([]);
  });

  test('are short enough to be found inside a sentence', () => {
    if (!slot) return;
    for (const term of terms) {
      for (const form of term.en) expect(termKey(form, 'en').split(' ').length, form).toBeLessThanOrEqual(5);
      for (const form of term.ar) expect(termKey(form, 'ar').split(' ').length, form).toBeLessThanOrEqual(5);
      for (const form of term.zh) expect([...form].length, form).toBeLessThanOrEqual(14);
    }
  });
});

describe('nothing has two meanings', () => {
  test('no wording belongs to two phrases', () => {
    const [first] = PHRASES;
    if (!first) throw new Error('no phrases');
    const book = createPhrasebook({ phrases: [first, { ...first, id: 'twin' }], terms: [] });
    const text = first.en[0] ?? '';
    expect(() => book.translate({ text, source: 'en', target: 'zh' })).toThrow(/share the wording/);
  });

  test.each(LANGUAGES)('no term is a phrase as well: %s', (language) => {
    const wordings = new Set(
      PHRASES.flatMap((phrase) =>
        phrase[language].flatMap(expandWording).map((wording) => wordingKey(wording, language)),
      ),
    );
    const both = TERMS.flatMap((term) => term[language]).filter((form) => {
      const key = termKey(form, language);
      return wordings.has(key) || wordings.has(`${key}?`);
    });
    expect(both).toEqual([]);
  });
});
