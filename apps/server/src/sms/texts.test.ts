import { LANGUAGES } from '@dragoman/domain/languages';
import { describe, expect, it } from 'vitest';
import { codeText } from './texts.ts';

const values = { brand: 'Dragoman', code: '123456' };

describe('codeText', () => {
  it.each(LANGUAGES)('has the name and the code in %s, and no placeholder', (language) => {
    const text = codeText(language, values);
    expect(text).toContain('Dragoman');
    expect(text).toMatch(/(?<!\d)123456(?!\d)/);
    expect(text).not.toMatch(/[{}]/);
  });

  it('is written in three languages, in English for all others', () => {
    expect(new Set(LANGUAGES.map((language) => codeText(language, values))).size).toBe(LANGUAGES.length);
    for (const other of ['fr', null, undefined, {}]) {
      expect(codeText(other, values)).toBe(codeText('en', values));
    }
  });

  it('fits in one paid part: 160 letters of Latin script, 70 of any other', () => {
    for (const language of LANGUAGES) {
      expect(codeText(language, values).length).toBeLessThanOrEqual(language === 'en' ? 160 : 70);
    }
  });

  it('lets no value become a placeholder', () => {
    expect(codeText('en', { brand: '{code}', code: '1' })).toContain('Your {code} code is 1.');
  });
});
