import { asksWithoutMark } from './normalize.ts';
import type { ReadingRule } from './reading-rule.ts';

const ARABIC_REQUEST =
  /^هل يمكنك (?=(?:ارسال|اعطاء|اعطاءي|تزويد|مشاركه|كتابه|الانتظار|تاكيد|التواصل|الاتصال|التوقيع|مراجعه)(?: |$|\S))/;

const CAN_YOU =
  /^(?:هل )?(?:يمكنك|بامكانك|في امكانك|تستطيع|تستطيعون|تقدر|تقدرون|من الممكن|من الممكن ان|ممكن|يمكن|تتكرم|تتكرمون|لديك امكانيه) (?:ان )?/;
const CAN_I =
  /^(?:هل )?(?:يمكنني|يمكننا|بامكاني|بامكاننا|استطيع|نستطيع|اقدر|من الممكن|ممكن|يمكن|يسمح لي|مسموح) (?:ان )?/;
const ARABIC_ASK =
  /^(?:هل )?(?:اريد|احب|اردت) (?:ان )?(?:اعرف|اسال|استفسر)(?: عن)? |^(?:هل )?(?:يمكنك|ممكن) (?:ان )?(?:تخبرني|تخبروني|تقول لي|اخباري|اخبارنا|تعرف|تعرفون) |^هل (?:تعرف|تعلم|تعرفون|تعلمون) |^(?:اخبرني|اخبروني|سؤال|عندي سؤال|لدي سؤال) /;

/** The rules for Arabic. */
export const ARABIC_READINGS: readonly ReadingRule[] = [
  (key) => (CAN_YOU.test(key) ? { key: key.replace(CAN_YOU, 'هل يمكنك '), question: true } : null),
  (key) => (CAN_YOU.test(key) ? { key: key.replace(CAN_YOU, 'هل يمكنك ان '), question: true } : null),
  (key) => (CAN_I.test(key) ? { key: key.replace(CAN_I, 'هل يمكنني '), question: true } : null),
  (key) => (CAN_I.test(key) ? { key: key.replace(CAN_I, 'هل يمكنني ان '), question: true } : null),
  (key) => {
    if (!ARABIC_ASK.test(key)) return null;
    const clause = key.replace(ARABIC_ASK, '');
    if (asksWithoutMark(clause, 'ar')) return { key: clause, question: true };
    const whether = /^(?:اذا|ان|ما اذا)(?: كان| كانت| كنت)? (.+)$/.exec(clause)?.[1];
    return whether ? { key: `هل ${whether}`, question: true } : null;
  },
  // A request: the imperative and "please" with a verbal noun say the same.
  (key) => (ARABIC_REQUEST.test(key) ? { key: key.replace(/^هل يمكنك /, 'يرجي '), question: false } : null),
  (key) =>
    /^(?:و|ثم|طيب|حسنا|اذن|ايضا|كذلك|بالمناسبه) /.test(key)
      ? { key: key.replace(/^\S+ /, ''), question: asksWithoutMark(key.replace(/^\S+ /, ''), 'ar') }
      : null,
];
