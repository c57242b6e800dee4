import type { Language } from '../languages.ts';

/**
 * Currencies whose name is beyond doubt; "dollars" alone may be one of twenty, "dirhams" one of
 * two. Symbols stay as they are.
 */
export const CURRENCIES = [
  {
    code: 'USD',
    zh: '美元',
    read: ['US dollars', 'US dollar', '美元', '美金', 'دولار أمريكي', 'دولارا أمريكيا', 'دولارات أمريكية'],
  },
  { code: 'CNY', zh: '元人民币', read: ['RMB', 'yuan', '元人民币', '人民币', '元', 'يوان', 'يوان صيني'] },
  { code: 'EUR', zh: '欧元', read: ['euros', 'euro', '欧元', 'يورو'] },
  { code: 'GBP', zh: '英镑', read: ['pounds sterling', '英镑', 'جنيه إسترليني'] },
  { code: 'AED', zh: '阿联酋迪拉姆', read: ['阿联酋迪拉姆', 'درهم إماراتي', 'دراهم إماراتية'] },
  { code: 'SAR', zh: '沙特里亚尔', read: ['Saudi riyals', '沙特里亚尔', 'ريال سعودي', 'ريالات سعودية'] },
  { code: 'QAR', zh: '卡塔尔里亚尔', read: ['Qatari riyals', '卡塔尔里亚尔', 'ريال قطري', 'ريالات قطرية'] },
  { code: 'OMR', zh: '阿曼里亚尔', read: ['Omani rials', '阿曼里亚尔', 'ريال عماني', 'ريالات عمانية'] },
  {
    code: 'KWD',
    zh: '科威特第纳尔',
    read: ['Kuwaiti dinars', '科威特第纳尔', 'دينار كويتي', 'دنانير كويتية'],
  },
  {
    code: 'BHD',
    zh: '巴林第纳尔',
    read: ['Bahraini dinars', '巴林第纳尔', 'دينار بحريني', 'دنانير بحرينية'],
  },
  { code: 'EGP', zh: '埃及镑', read: ['Egyptian pounds', '埃及镑', 'جنيه مصري', 'جنيهات مصرية'] },
] as const;

export type Currency = (typeof CURRENCIES)[number];

/** @returns an amount as it is written in that language; `number` is written as it came. */
export function moneyText(number: string, currency: Currency, language: Language): string {
  if (language === 'zh') return `${number}${currency.zh}`;
  // The code, because an Arabic currency name changes with its number and with the grammar around
  // it.
  return language === 'ar' ? `${number} ${currency.code}` : `${currency.code} ${number}`;
}
