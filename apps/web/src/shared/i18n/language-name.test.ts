import { LANGUAGES } from '@dragoman/domain/languages';
import { expect, it } from 'vitest';
import { languageName } from './language-name.ts';

it('names each language in the language of the page', () => {
  const names = LANGUAGES.map((shown) => LANGUAGES.map((language) => languageName(language, shown)));
  expect(names).toEqual([
    ['English', 'Chinese', 'Arabic'],
    ['英语', '中文', '阿拉伯语'],
    ['الإنجليزية', 'الصينية', 'العربية'],
  ]);
});
