import { searchKey } from '@dragoman/domain/search-text';

/** The meaning of a label before a number or an id. */
export type ContactLabel = 'fax' | 'whatsapp' | 'wechat' | 'mobile' | 'phone' | 'email' | 'website';

/**
 * Latin words allow for the letters that recognition mixes up; Arabic ones are compared as search
 * keys.
 */
const PATTERNS: readonly (readonly [ContactLabel, RegExp])[] = [
  ['whatsapp', /wh?[ao0]t?s ?-?a[pn][pn]|واتس ?[اأ]?ب|واتساپ|\bwa\b\s*[:.]/i],
  ['wechat', /we ?-?c[hn][aeo][tl1]|微 ?信|微 ?倌|vx\s*[:：]|وي ?تشات|ويشات|وي شات/i],
  ['fax', /\bf[ao]x\b|^f\s*[.:]|\bf\s*[.:](?=\s|$)|传 ?真|傳 ?真|فاكس|فاكش/i],
  [
    'mobile',
    /\bmob(ile|il|\b)|\bcell(ular|phone|\b)|^[mc]\s*[.:]|\b[mc]\s*[.:](?=\s|$)|手 ?机|手 ?機|移动电话|جوال|موبايل|محمول|متحرك|نقال/i,
  ],
  [
    'phone',
    /\b(tel(ephone)?|te[il1]|phone|direct|office|landline|call)\b|(?<![.\w])[tpdo]\s*[.:](?=\s|\d|$)|电 ?话|電 ?話|座 ?机|热线|熱線|总机|هاتف|تلفون|تليفون|اتصل|مكتب\s*:/i,
  ],
  ['email', /\be ?-? ?ma[il1]{2}\b|^e\s*[.:]|邮 ?箱|邮 ?件|郵 ?箱|بريد|الايميل|ايميل/i],
  ['website', /\bweb( ?site)?\b|^w\s*[.:]|\bwww\b|网 ?[址站]|網 ?[址站]|موقع/i],
];

/** @returns the labels that a text holds, in the order of the list: "Mobile/WhatsApp" has two. */
export function labelsIn(text: string): ContactLabel[] {
  const plain = text.trim();
  const key = searchKey(plain);
  return PATTERNS.filter(([, pattern]) => pattern.test(plain) || pattern.test(key)).map(([label]) => label);
}

/** @returns whether a text is only a label, whose value is then beside or below it */
export function isOnlyLabel(text: string): boolean {
  if (text.length > 24 || /\d/.test(text)) return false;
  if (/^[TMPDEWFC]\s*[.:]?$/.test(text.trim())) return true;
  const rest = PATTERNS.reduce((left, [, pattern]) => left.replace(pattern, ' '), text);
  const others = PATTERNS.reduce((left, [, pattern]) => left.replace(pattern, ' '), searchKey(rest));
  return rest !== text && (others.match(/\p{L}/gu)?.length ?? 0) <= 2;
}
