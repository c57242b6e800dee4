import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { describe, expect, it } from 'vitest';
import { ALL_TEXTS, withoutPlural } from './all-texts.ts';

const TRANSLATED = ['zh', 'ar'] as const;
const keysOf = (language: Language) => [...ALL_TEXTS[language].keys()];

/** Said to be the same in every language, or an example in three. */
const AS_IN_ENGLISH = /^landing\.exchange\.|\.(linkedin|whatsapp|websitePlaceholder|pro)$/;

/** Names, formats and abbreviations that stay in Latin letters. */
const LATIN = new Set(
  'QR AI PIN Pro PNG SVG JPEG WebP HEIC https Webhook MB WhatsApp WeChat LinkedIn join PDF CSV XLSX ZIP VCF vCard ID A iPhone iPad'.split(
    ' ',
  ),
);

const SCRIPT = { zh: /\p{Script=Han}/u, ar: /\p{Script=Arabic}/u };

/** `{{name}}`, `{{count, number}}` */
function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)[^}]*\}\}/g)].map(([, name]) => name ?? '').sort();
}

function entries(language: 'zh' | 'ar'): Array<[key: string, text: string]> {
  return [...ALL_TEXTS[language]].filter(([key]) => !AS_IN_ENGLISH.test(key));
}

/** Without inserted values, and without parts isolated from the text around them. */
function wordsOnly(text: string): string {
  return text.replace(/\{\{[^}]*\}\}|[⁦⁨][^⁩]*⁩/g, '');
}

describe.each(TRANSLATED)('the texts in %s', (language) => {
  it('are there for every English one, and for no other', () => {
    const [english, translated] = [keysOf('en'), keysOf(language)].map((keys) => keys.map(withoutPlural));
    expect(
      english?.filter((key) => !translated?.includes(key)),
      'missing',
    ).toEqual([]);
    expect(
      translated?.filter((key) => !english?.includes(key)),
      'unknown',
    ).toEqual([]);
  });

  it('have every plural form of the language, and no other', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plurals = new Set(
      keysOf('en')
        .filter((key) => /_other$/.test(key))
        .map(withoutPlural),
    );
    const wanted = [...plurals].flatMap((key) => forms.map((form) => `${key}_${form}`)).sort();
    expect(
      keysOf(language)
        .filter((key) => withoutPlural(key) !== key)
        .sort(),
    ).toEqual(wanted);
  });

  it('take what the English ones take', () => {
    const different = [...ALL_TEXTS[language]].filter(([key, text]) => {
      const english = ALL_TEXTS.en.get(key) ?? ALL_TEXTS.en.get(`${withoutPlural(key)}_other`) ?? '';
      const names = placeholders(text);
      // None, one and two may be words.
      if (/_(zero|one|two)$/.test(key) && !names.includes('count')) names.push('count');
      return names.sort().join() !== placeholders(english).join();
    });
    expect(different).toEqual([]);
  });

  it('are in its script, with no English left', () => {
    expect(entries(language).filter(([, text]) => !SCRIPT[language].test(text))).toEqual([]);
    const english = entries(language).flatMap(([key, text]) =>
      (wordsOnly(text).match(/[A-Za-z]+/g) ?? [])
        .filter((word) => !LATIN.has(word))
        .map((word) => `${key}: ${word}`),
    );
    expect(english).toEqual([]);
  });

  it('have the punctuation of its script', () => {
    const foreign = language === 'zh' ? /[,;:!?()]|\.(?!\w)/ : /[,;?]|\.{2}/;
    expect(entries(language).filter(([, text]) => foreign.test(wordsOnly(text)))).toEqual([]);
  });

  it('isolate each name and link that they take from the text around it', () => {
    const counted = /^(count|max|step|shown|year|time|ago|date|column)$/;
    const bare = entries(language).filter(([, text]) =>
      placeholders(text.replace(/⁨\{\{\w+\}\}⁩/g, '')).some((name) => !counted.test(name)),
    );
    expect(bare).toEqual([]);
  });
});

it('Chinese has a space between Han and Latin letters, digits, names and dates', () => {
  // A column's name is in Han. A date begins with a digit and ends with Han, as a language's name does.
  const han = '\\p{Script=Han}';
  const joined = new RegExp(
    `${han}[A-Za-z0-9\u2068]|[A-Za-z0-9\u2069]${han}|${han}\\{\\{(?!column)|\\{\\{date\\}\\} ${han}`,
    'u',
  );
  expect([...ALL_TEXTS.zh].filter(([, text]) => joined.test(text))).toEqual([]);
});

it('every isolation that begins also ends', () => {
  for (const language of LANGUAGES) {
    for (const [key, text] of ALL_TEXTS[language]) {
      expect(text.match(/[⁦⁧⁨]/g)?.length ?? 0, key).toBe(text.match(/⁩/g)?.length ?? 0);
    }
  }
});
