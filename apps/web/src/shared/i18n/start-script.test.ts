import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  LANGUAGE_COOKIE,
  LANGUAGE_TAGS,
  LANGUAGES,
  preferredLanguage,
  textDirection,
} from '@dragoman/domain/languages';
import { expect, it } from 'vitest';

// The script of index.html decides the language before the first paint, without the app's code: as
// that would.

const page = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8');
const [script] = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');

function decide(languages: readonly string[], cookie = '', decided?: string): { lang: string; dir: string } {
  const root = { lang: 'en', dir: 'ltr', dataset: decided ? { language: decided } : {} };
  new Function('document', 'navigator', script ?? '')({ documentElement: root, cookie }, { languages });
  return { lang: root.lang, dir: root.dir };
}

it.each([
  [['ar-AE', 'en']],
  [['fr-FR', 'zh-Hant-TW']],
  [['ZH-cn']],
  [['arn', 'zho', 'en-GB']],
  [['fr']],
  [[]],
])('a browser in %j is addressed as the product says', (languages) => {
  const language = preferredLanguage(languages);
  expect(decide(languages)).toEqual({ lang: LANGUAGE_TAGS[language], dir: textDirection(language) });
});

it('what the browser keeps comes first', () => {
  for (const language of LANGUAGES) {
    const kept = { lang: LANGUAGE_TAGS[language], dir: textDirection(language) };
    expect(decide(['ar', 'zh'], `a=b; ${LANGUAGE_COOKIE}=${language}; c=d`)).toEqual(kept);
  }
  expect(decide(['en'], `${LANGUAGE_COOKIE}=fr`).lang).toBe('en');
  expect(decide(['en'], `x${LANGUAGE_COOKIE}=ar`).lang).toBe('en');
});

it('leaves a page alone whose language the server has decided', () => {
  expect(decide(['ar'], `${LANGUAGE_COOKIE}=ar`, 'en')).toEqual({ lang: 'en', dir: 'ltr' });
});
