import { expect, it } from 'vitest';
import { foreignLanguage } from './foreign-language.ts';

it.each([
  ['额定功率 40 W', 'en', 'zh'],
  ['额定功率 40 W', 'zh', null],
  ['Rated power 40 W', 'zh', 'en'],
  ['الجهد 220 فولت NX-40', 'en', 'ar'],
  ['الجهد 220 فولت NX-40', 'ar', null],
  // A label in two languages, one of which the reader knows.
  ['Rated power 额定功率', 'en', 'zh'],
  ['Rated power 额定功率', 'ar', 'zh'],
  // A third of the letters are names of goods, places and terms.
  ['أسعار المصابيح FOB Ningbo وعينات منها LED', 'ar', null],
  ['أسعار المصابيح FOB Ningbo وعينات منها LED', 'en', 'ar'],
  ['报价 LX-200 FOB Ningbo，样品', 'zh', null],
  ['220 – 240 V', 'zh', 'en'],
  ['220 – 240', 'zh', null],
  ['', 'en', null],
] as const)('%s for a reader of %s: %s', (text, own, language) => {
  expect(foreignLanguage(text, own)).toBe(language);
});
