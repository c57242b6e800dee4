import type { Language } from '../languages.ts';
import { lookBehind } from '../look-behind.ts';

const VERBS_OF_WE =
  'شتري|بحث|عمل|صنع|بيع|قبل|رسل|فضل|ستطيع|عرف|تواصل|لتقي|شكر|اسف|صدر|ستورد|قدم|شحن|طلب|قوم|تفق|وافق|تحدث|تكلم|ملك|حتاج|ريد|دفع|زور|جرب|اخذ|ري|سال|حصل|رد|خبر|كون|عود|صل|راجع|فكر|تصل|تطلع|امل|ثق|نصح|قترح|عتقد|ظن|توقع|شعر|حب|هتم|مكن';
const I_DO = lookBehind(`(?<=^| |(?:^| )س)ا(?=(?:${VERBS_OF_WE})(?:\\S{0,3})(?: |$))`, 'gu');
const WE_DO = lookBehind(`(?<=^| |(?:^| )س)ن(?=(?:${VERBS_OF_WE})(?:\\S{0,3})(?: |$))`, 'gu');

/**
 * A sentence of one person ("I") as the company would say it ("we"). Each speaks for the other, so a
 * phrase that is known in one form answers for both.
 */
export const AS_WE: Record<Language, (key: string) => string> = {
  en: (key) =>
    key
      .replace(/\bi am\b/g, 'we are')
      .replace(/\bi was\b/g, 'we were')
      .replace(/\bam i\b/g, 'are we')
      .replace(/\bi\b/g, 'we')
      .replace(/\bme\b/g, 'us')
      .replace(/\bmy\b/g, 'our'),
  zh: (key) => key.replace(/我(?!们)/g, '我们'),
  ar: (key) => key.replace(I_DO, 'ن').replace(lookBehind('(?<=^| )انا(?= |$)', 'g'), 'نحن'),
};
/** The same sentence, said by one person. */
export const AS_I: Record<Language, (key: string) => string> = {
  en: (key) =>
    key
      .replace(/\bwe are\b/g, 'i am')
      .replace(/\bwe were\b/g, 'i was')
      .replace(/\bare we\b/g, 'am i')
      .replace(/\bwe\b/g, 'i')
      .replace(/\bus\b/g, 'me')
      .replace(/\bour\b/g, 'my'),
  zh: (key) => key.replace(/我们/g, '我'),
  ar: (key) => key.replace(WE_DO, 'ا').replace(lookBehind('(?<=^| )نحن(?= |$)', 'g'), 'انا'),
};
