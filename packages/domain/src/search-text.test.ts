import { expect, test } from 'vitest';
import { matchesSearch, searchKey } from './search-text.ts';

test.each([
  ['case', 'MÜLLER', 'müller'],
  ['diacritics', 'Łukasz Bałtycki', 'lukasz baltycki'],
  ['precomposed and combining accents', 'Zoe\u0308', 'Zoë'],
  ['sharp s', 'Weiß', 'WEISS'],
  ['Turkish dots', 'İstanbul Işık', 'istanbul isik'],
  ['full-width letters', 'ＡＢＣ　１２', 'abc 12'],
  ['alef with hamza above', 'أحمد', 'احمد'],
  ['alef with hamza below', 'إبراهيم', 'ابراهيم'],
  ['alef with madda', 'آمال', 'امال'],
  ['alef wasla', 'ٱلنور', 'النور'],
  ['hamza on waw and yeh', 'مؤسسة رائد', 'موسسه رايد'],
  ['a hamza of its own', 'شيماء', 'شيما'],
  ['teh marbuta', 'سارة', 'ساره'],
  ['alef maksura', 'ليلى', 'ليلي'],
  ['vowel signs and tatweel', 'مُحَمَّد العـــلي', 'محمد العلي'],
  ['Persian letters', 'کریم', 'كريم'],
  ['Arabic-Indic digits', '٠١٢٣', '0123'],
  ['invisible direction marks', '\u200fسلمى\u200e', 'سلمى'],
])('%s make no difference', (_what, one, other) => {
  expect(searchKey(one)).toBe(searchKey(other));
});

test.each([
  ['', true],
  ['   ', true],
  ['远山', true],
  ['思远 贸易', true],
  ['贸易 nobody', false],
  ['CHEN@', true],
  ['example trad', true],
  ['思山', false],
])('the query %j: %s', (query, expected) => {
  const key = searchKey('陈思远\n远山贸易 Trading\nchen@fair.example');
  expect(matchesSearch(key, query)).toBe(expected);
});
