import { describe, expect, it } from 'vitest';
import { LookBehind, lookBehind } from './look-behind.ts';

const TEXTS = [
  '',
  'I 5万 7万 x7万 3.7万万',
  'EXW, fob CIF xFOB FOBx FOB FOB',
  'لدينا لدي لدي عندنا وعندي لدي',
  'call +86 138 1234 5678 or x+8613812345678, 0044 20 7946 0958.',
  '3:30 13:30:10 -4:15 4:15 14:15',
  '😀能 可能 能 能能 节能',
  'any some any  some any of any',
];

const PATTERNS: ReadonlyArray<readonly [source: string, flags: string]> = [
  [String.raw`(?<![\d.,])(\d{1,5}(?:\.\d{1,4})?)\s?万(?![一二三\d])`, 'gu'],
  ['(?<![A-Za-z0-9])(?:EXW|FOB|CIF)(?![A-Za-z0-9])', 'gi'],
  ['(?<=^| )(?:لدينا|عندنا|عندي|لدي)(?= |$)', 'g'],
  [String.raw`(?<![A-Za-z\d+/.:=@-])(?:\+|00)[1-9](?:[ ().-]{0,2}\d){7,14}(?![A-Za-z\d])`, 'g'],
  [String.raw`(?<![\d:\p{Pd}])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:\p{Pd}])`, 'gu'],
  ['(?<![可节])能(?!量)', ''],
  ['(?<!可)', 'gu'],
  [String.raw`(?<=\S )\b(?:any|some) (?!of\b)`, 'g'],
  [String.raw`(?<=[)\]]|(?:^| )ت\S{2,5})ون(?= |$)`, 'g'],
];

describe.each(PATTERNS)('%s with the flags "%s"', (source, flags) => {
  const native = new RegExp(source, flags);
  const own = new LookBehind(source, flags);

  it.each(TEXTS)('finds in "%s" what the engine finds', (text) => {
    expect(text.replace(own, '[$&]')).toBe(text.replace(native, '[$&]'));
    expect(own.test(text)).toBe(native.test(text));
    own.lastIndex = 0;
    native.lastIndex = 0;
    if (!flags.includes('g')) return;
    const places = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => [match.index, ...match]);
    expect(places(own)).toEqual(places(native));
  });
});

it('takes time linear in the text', () => {
  const text = 'a'.repeat(200_000);
  expect(text.replace(new LookBehind('(?<!b)a', 'g'), '')).toBe('');
});

it('refuses a pattern that begins with none', () => {
  expect(() => new LookBehind('a(?<!b)c', 'g')).toThrow('No look-behind at the start of a(?<!b)c');
});

it('is the pattern itself where the engine knows look-behinds', () => {
  expect(lookBehind('(?<!a)b', 'gi')).not.toBeInstanceOf(LookBehind);
  expect('ab b B'.replace(lookBehind('(?<!a)b', 'gi'), 'c')).toBe('ab c c');
});
