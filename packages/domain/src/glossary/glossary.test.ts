import { describe, expect, test } from 'vitest';
import type { Language } from '../languages.ts';
import { findTerms } from './find-terms.ts';
import { maskTerms, respectsTerms, restoreTerms } from './mask.ts';
import {
  type GlossaryTerm,
  MAX_TERMS,
  normalizeTerm,
  renderingIn,
  TERM_MAX_LENGTH,
  validateTerm,
} from './term.ts';

function keep(term: string): GlossaryTerm {
  return { term, mode: 'keep', en: null, zh: null, ar: null };
}

function fixed(term: string, translations: Partial<Record<Language, string>>): GlossaryTerm {
  return { term, mode: 'fixed', en: null, zh: null, ar: null, ...translations };
}

const BRASS = fixed('brass', { zh: '黄铜', ar: 'نحاس أصفر' });

function found(text: string, terms: GlossaryTerm[], source: Language = 'en', target: Language = 'zh') {
  return findTerms(text, terms, source, target).map(({ start, end, rendering }) => [
    text.slice(start, end),
    rendering,
  ]);
}

describe('a term', () => {
  test('without spaces around it, and without translations that its mode does not use', () => {
    expect(normalizeTerm({ ...keep('  Nova \n Line '), zh: '诺瓦' })).toEqual(keep('Nova Line'));
    expect(normalizeTerm(fixed('brass', { zh: ' 黄铜 ', ar: ' ' }))).toEqual(fixed('brass', { zh: '黄铜' }));
  });

  test.each([
    [keep(''), 'blank'],
    [keep('x'.repeat(101)), 'too-long'],
    [fixed('brass', { zh: '铜'.repeat(101) }), 'too-long'],
    [fixed('brass', {}), 'no-translation'],
    [keep('𠮷'.repeat(100)), null],
    [BRASS, null],
  ])('%#: %j is %j', (term, fault) => {
    expect(validateTerm(term)).toBe(fault);
  });

  test('reads as it is written in its own language', () => {
    expect(renderingIn(BRASS, 'en')).toBe('brass');
    expect(renderingIn(fixed('黄铜', { en: 'brass' }), 'zh')).toBe('黄铜');
    expect(renderingIn(fixed('黄铜', { en: 'brass' }), 'ar')).toBeNull();
  });
});

describe('terms are found', () => {
  test('in any case, and rendered as the glossary writes them', () => {
    expect(found('NOVALINE or novaline?', [keep('NovaLine')])).toEqual([
      ['NOVALINE', 'NovaLine'],
      ['novaline', 'NovaLine'],
    ]);
  });

  test('in full-width letters and over runs of white space', () => {
    expect(found('Is Ｎｏｖａ  Line new?', [keep('Nova Line')])).toEqual([['Ｎｏｖａ  Line', 'Nova Line']]);
  });

  test('the longest first', () => {
    const terms = [keep('Nova'), keep('Nova Line Pro'), keep('Nova Line')];
    expect(found('Nova Line Pro, Nova Line, Nova', terms).map(([text]) => text)).toEqual([
      'Nova Line Pro',
      'Nova Line',
      'Nova',
    ]);
  });

  test.each([
    ['brassy fittings'],
    ['embrass'],
    ['see https://brass.example/brass'],
    ['mail sales@brass.example'],
    ['the BRASS-200 valve'],
    ['brass2'],
    ['visit brass.example today'],
    ['@brass_works'],
  ])('not within %j', (text) => {
    expect(found(text, [BRASS])).toEqual([]);
  });

  test.each([
    ['Brass.'],
    ['(brass)'],
    ["brass's colour"],
    ['brass-plated'],
    ['brass/steel'],
    ['我们的brass配件'],
  ])('within %j', (text) => {
    expect(found(text, [BRASS])).toHaveLength(1);
  });

  test('a code that is a term, also beside the end of a sentence', () => {
    expect(found('We have XK-200. And XK-2000?', [keep('XK-200')])).toEqual([['XK-200', 'XK-200']]);
  });

  test.each(['1,304 pieces', '2,304', '$304', '304 €', '304,000', '١٬٣٠٤ قطعة', '0.304'])(
    'a number that is a term, but not as a part of %j',
    (text) => {
      expect(found(text, [keep('304')])).toEqual([]);
      expect(found('steel 304, please', [keep('304')])).toHaveLength(1);
    },
  );

  test('anywhere in Chinese, which has no spaces between words', () => {
    expect(found('这是黄铜配件', [BRASS], 'zh', 'en')).toEqual([['黄铜', 'brass']]);
    expect(found('这是黄铜配件', [fixed('brass', { zh: '黄铜', ar: 'نحاس' })], 'zh', 'ar')).toEqual([
      ['黄铜', 'نحاس'],
    ]);
  });

  test.each([
    ['نحاس', 'نحاس'],
    ['والنحاس', 'نحاس'],
    ['بالنحاس', 'نحاس'],
    ['للنحاس', 'نحاس'],
    ['ونحاس', 'نحاس'],
    ['النُّحَاس', 'نُّحَاس'],
  ])('in Arabic behind what is written together with a noun: %s', (text, part) => {
    expect(found(text, [fixed('نحاس', { en: 'brass' })], 'ar', 'en')).toEqual([[part, 'brass']]);
  });

  test.each(['منحاس', 'نحاسي'])('not within the Arabic word %s', (text) => {
    expect(found(text, [fixed('نحاس', { en: 'brass' })], 'ar', 'en')).toEqual([]);
  });

  test.each([
    ['فكرة', []],
    ['بكرة', []],
    ['كرة', ['كرة']],
    ['الكرة', ['كرة']],
    ['وبالكرة', ['كرة']],
  ])('a short Arabic word not within one that only looks like it: %s', (text, parts) => {
    const written = found(text, [fixed('كرة', { en: 'ball' })], 'ar', 'en').map(([part]) => part);
    expect(written).toEqual(parts);
  });

  test('Arabic letters in their variants', () => {
    expect(found('شركة الأفق', [keep('شركه الافق')], 'ar', 'en')).toEqual([['شركة الأفق', 'شركه الافق']]);
  });

  test('not where the glossary says nothing for the reader’s language', () => {
    expect(found('brass', [fixed('brass', { zh: '黄铜' })], 'en', 'ar')).toEqual([]);
  });

  test('among as many terms as there may be, in the longest message', () => {
    const terms = Array.from({ length: MAX_TERMS }, (_, n) => keep(`nova${'a'.repeat(n % 90)} ${n}`));
    expect(found(`${'nova '.repeat(990)}nova 0`, terms)).toEqual([['nova 0', 'nova 0']]);
  });

  // Texts longer than a message: quadratic time in them would exceed the limit of a test.
  test.each<[name: string, text: string, terms: GlossaryTerm[], count: number, source?: Language]>([
    ['one row of a code', 'a.'.repeat(20_000), [keep('a')], 20_000],
    ['one Arabic word', 'ا'.repeat(40_000), [keep('ا')], 0, 'ar'],
    ['Arabic articles alone', 'ال'.repeat(20_000), [keep('ال')], 0, 'ar'],
    ['numbers', '1 '.repeat(20_000), [keep('1')], 20_000],
    ['e-mail addresses', 'a@'.repeat(20_000), [keep('a')], 0],
    ['a row of punctuation', `${'a'.repeat(20_000)}${'.'.repeat(20_000)}`, [keep('.')], 20_000],
    ['the start of each of 500 long terms', 'a'.repeat(40_000), longTerms('a'), 0],
    ['the start of each of 500 long terms, in Chinese', '中'.repeat(40_000), longTerms('中'), 0],
    ['one letter that stands for many', 'ﷺ'.repeat(5_000), [keep(`${'ﷺ'.repeat(99)}x`)], 0, 'ar'],
    ['one sign that stands for four', '㍿'.repeat(20_000), [keep(`${'㍿'.repeat(49)}x`)], 0, 'zh'],
    ['one word in Chinese', '中'.repeat(40_000), [keep('中')], 40_000],
  ])('in time linear in the text: %s', (_name, text, terms, count, source = 'en') => {
    expect(findTerms(text, terms, source, source === 'en' ? 'zh' : 'en')).toHaveLength(count);
  });
});

function longTerms(letter: string): GlossaryTerm[] {
  return Array.from({ length: MAX_TERMS }, (_, n) => keep(letter.repeat(TERM_MAX_LENGTH - 3) + n));
}

describe('codes in the places of terms', () => {
  function masked(text: string, terms: GlossaryTerm[], source: Language = 'en', target: Language = 'zh') {
    return maskTerms(text, findTerms(text, terms, source, target));
  }

  test('one for each rendering, and back again', () => {
    const mask = masked('Brass or NovaLine? brass!', [BRASS, keep('NovaLine')]);
    expect(mask.text).toBe('QX-1 or QX-2? QX-1!');
    expect(restoreTerms(mask, 'QX-1还是QX-2？QX-1！')).toBe('黄铜还是NovaLine？黄铜！');
  });

  test('never letters that the text has itself', () => {
    const mask = masked('QX-1 in brass', [BRASS]);
    expect(mask.text).toBe('QX-1 in QXA-1');
    expect(restoreTerms(mask, '黄铜QX-1')).toBeNull();
    expect(restoreTerms(mask, 'QXA-1的QX-1')).toBe('黄铜的QX-1');
  });

  test.each([
    ['one is missing', 'QX-1'],
    ['one was never given out', 'QX-1 QX-2 QX-3'],
    ['one has grown', 'QX-1 QX-2 QX-11'],
    ['one is glued to a letter', 'QX-1 QX-2 aQX-1'],
  ])('an answer is refused when %s', (_name, answer) => {
    expect(restoreTerms(masked('Nova and Luma', [keep('Nova'), keep('Luma')]), answer)).toBeNull();
  });

  test('apart from the letters and digits around them', () => {
    expect(masked('M8黄铜X', [BRASS], 'zh', 'en').text).toBe('M8 QX-1 X');
  });

  test('in time linear in the text and in its terms', () => {
    const terms = Array.from({ length: MAX_TERMS }, (_, n) =>
      fixed(`a${n}`, { zh: `${'铜'.repeat(90)}${n}` }),
    );
    const text = Array.from({ length: 2_000 }, (_, n) => `a${n % MAX_TERMS} `).join('');
    const mask = masked(text, terms);
    const answer = restoreTerms(mask, mask.text) ?? '';
    expect(answer.length).toBeGreaterThan(90 * 2_000);
    expect(respectsTerms(answer, findTerms(text, terms, 'en', 'zh'), 'zh', 'zh')).toBe(true);
  });

  test('with letters of their own, also where a text has taken most', () => {
    const codes = Array.from({ length: 5_000 }, (_, n) => `QX${String.fromCharCode(65 + (n % 26))}${n}`);
    const { prefix, text } = masked(`${codes.join(' ')} QX brass`, [BRASS]);
    expect(text.split(prefix.slice(0, -1))).toHaveLength(2);
  });

  test('with no space left within Chinese', () => {
    expect(restoreTerms(masked('Our brass fittings', [BRASS]), '我们的 QX-1 配件')).toBe('我们的黄铜配件');
    expect(restoreTerms(masked('Our Nova fittings', [keep('Nova')]), '我们的 QX-1 配件')).toBe(
      '我们的 Nova 配件',
    );
  });

  test('with one Arabic article', () => {
    const mask = masked('the brass', [fixed('brass', { ar: 'النحاس' })], 'en', 'ar');
    expect(restoreTerms(mask, 'والQX-1')).toBe('والنحاس');
    expect(restoreTerms(mask, 'للQX-1')).toBe('للنحاس');
    expect(restoreTerms(mask, 'هذا QX-1')).toBe('هذا النحاس');
  });
});

test('a translation that was made without the glossary is taken when it says the terms as they are wanted', () => {
  const sample = fixed('sample', { zh: '样品' });
  const text = 'Can I have a sample?';
  const respects = (translation: string, term: GlossaryTerm) =>
    respectsTerms(translation, findTerms(text, [term], 'en', 'zh'), 'zh', 'zh');
  expect(respects('可以给我一个样品吗？', sample)).toBe(true);
  expect(respects('可以给我一个样板吗？', sample)).toBe(false);
  expect(respects('可以给我一个样品吗？', keep('sample'))).toBe(false);
});
