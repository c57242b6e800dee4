import { LANGUAGES, type Language } from '@dragoman/domain/languages';
import { describe, expect, test } from 'vitest';
import { checkAnswer } from '../checks/check-answer.ts';
import { SHIPPED_PHRASES, shippedPhrasebook } from './phrasebook.ts';

const phrasebook = shippedPhrasebook();

function translate(text: string, source: Language, target: Language): string | null {
  return phrasebook.translate({ text, source, target });
}

/** A value for every slot, the same in all languages but for the unit and the currency. */
const SAMPLE: Record<Language, Record<string, string>> = {
  en: { quantity: '50 pieces', money: 'USD 1,250.50' },
  zh: { quantity: '50件', money: '1,250.50美元' },
  ar: { quantity: '50 قطعة', money: '1,250.50 USD' },
};
const SHARED: Record<string, string> = {
  percent: '15%',
  time: '15:30',
  phone: '+971 50 123 4567',
  email: 'li.na@hongyuan.example',
  code: 'B12-7',
};

function filled(wording: string, language: Language): string {
  return wording.replace(
    /\{(\w+)\}/g,
    (_, slot: string) => SAMPLE[language][slot] ?? SHARED[slot] ?? `?${slot}?`,
  );
}

const PAIRS = LANGUAGES.flatMap((source) =>
  LANGUAGES.filter((target) => target !== source).map((target) => [source, target] as const),
);

describe.each(PAIRS)('%s to %s', (source, target) => {
  test('every wording gives the phrase’s first wording', () => {
    for (const phrase of SHIPPED_PHRASES) {
      for (const wording of phrase[source]) {
        const text = filled(wording, source);
        expect(translate(text, source, target), text).toBe(filled(phrase[target][0], target));
      }
    }
  });

  test('every answer passes the checks that engines must pass', () => {
    for (const phrase of SHIPPED_PHRASES) {
      const text = filled(phrase[source][0], source);
      const answer = filled(phrase[target][0], target);
      expect([text, checkAnswer({ text, source, target }, answer)]).toEqual([
        text,
        { ok: true, text: answer },
      ]);
    }
  });
});

describe('writing does not matter', () => {
  test.each([
    ['how much is it', 'en', 'zh', '多少钱？'],
    ['  HOW   MUCH IS IT ?? ', 'en', 'zh', '多少钱？'],
    ['What’s the price?', 'en', 'ar', 'كم السعر؟'],
    ['Ｈｏｗ ｍｕｃｈ？', 'en', 'zh', '多少钱？'],
    ['请问 多少钱', 'zh', 'en', 'How much is it?'],
    ['多少钱?', 'zh', 'ar', 'كم السعر؟'],
    ['شكرا', 'ar', 'en', 'Thank you'],
    ['شُكْرًا', 'ar', 'en', 'Thank you'],
    ['شكــرا', 'ar', 'zh', '谢谢'],
    ['هل العينات مجانيه', 'ar', 'en', 'Are the samples free?'],
    ['الى اللقاء', 'ar', 'en', 'Goodbye'],
    ['هل يمكنني الحصول علي عينة؟', 'ar', 'zh', '可以给我一个样品吗？'],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });
});

describe('the end of a sentence is kept', () => {
  test.each([
    ['Thank you', '谢谢'],
    ['Thank you.', '谢谢。'],
    ['Thank you!', '谢谢！'],
  ])('%j is %j', (text, expected) => {
    expect(translate(text, 'en', 'zh')).toBe(expected);
  });
});

describe('several phrases in a row', () => {
  test.each([
    ['Hello. How much is it?', 'zh', '您好。多少钱？'],
    ['Thank you! See you tomorrow.', 'ar', 'شكرًا! أراكم غدًا.'],
    ['Hello, how much is it?', 'zh', '您好。多少钱？'],
    ['Hello\nWhere is your booth?', 'zh', '您好\n你们的展位在哪里？'],
  ] as const)('%j to %s', (text, target, expected) => {
    expect(translate(text, 'en', target)).toBe(expected);
  });

  test('one unknown sentence leaves everything to the engines', () => {
    expect(translate('Hello. The crate is wet.', 'en', 'zh')).toBeNull();
    expect(translate('Hello, the crate is wet.', 'en', 'zh')).toBeNull();
  });

  test('only openers stand before a comma', () => {
    expect(translate('See you tomorrow, how much is it?', 'en', 'zh')).toBeNull();
  });
});

describe('slots', () => {
  test.each([
    ['Our minimum order quantity is 1,000 pcs.', 'en', 'zh', '我们的最小起订量是1,000件。'],
    ['we need 3 containers', 'en', 'ar', 'نحتاج إلى 3 حاويات'],
    ['We need 15 days', 'en', 'ar', 'نحتاج إلى 15 يومًا'],
    ['We need 100 days', 'en', 'ar', 'نحتاج إلى 100 يوم'],
    ['We need 103 days', 'en', 'ar', 'نحتاج إلى 103 أيام'],
    ['我们需要1件', 'zh', 'en', 'We need 1 piece'],
    ['交货期30个工作日', 'zh', 'ar', 'مدة التسليم 30 يوم عمل'],
    ['نحتاج إلى ٥٠ قطعة', 'ar', 'en', 'We need 50 pieces'],
    ['السعر ١٬٢٥٠٫٥٠ دولار أمريكي', 'ar', 'zh', '价格是1,250.50美元'],
    ['The price is $4.20 per piece.', 'en', 'zh', '每件$4.20。'],
    ['单价是35元', 'zh', 'en', 'The price is CNY 35 per piece'],
    ['我们可以给您优惠１０％', 'zh', 'en', 'We can offer a 10% discount'],
    ['يمكننا تقديم خصم بنسبة ١٠٪', 'ar', 'zh', '我们可以给您优惠10%'],
    ['Our booth is 12', 'en', 'zh', '我们的展位号是12'],
    ['我的微信是dragon_li88', 'zh', 'en', 'My WeChat ID is dragon_li88'],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });
});

describe('a wrong translation is worse than none', () => {
  test.each([
    ['one and two are words in Arabic', 'We need 2 pieces', 'en', 'ar'],
    ['101 ends in one', 'We need 101 pieces', 'en', 'ar'],
    ['fractions have no sure form in Arabic', 'We need 2.5 tonnes', 'en', 'ar'],
    ['dollars alone may be any', 'The price is 5 dollars', 'en', 'zh'],
    ['two values of one kind', 'The price is $5 $6', 'en', 'zh'],
    ['a scale word changes the number', '我们需要5万件', 'zh', 'en'],
    ['a number with a comma for a decimal point', 'We need 2,5 tonnes', 'en', 'zh'],
    ['a negative number', 'We need -50 pieces', 'en', 'zh'],
    ['a range', 'We need 50-100 pieces', 'en', 'zh'],
    ['a range of percentages', 'We can offer a 5-10% discount', 'en', 'zh'],
    ['a range of times', "Let's meet at 15:30-16:00", 'en', 'zh'],
    ['half past three, morning or afternoon', "Let's meet at 3:30 pm", 'en', 'zh'],
    ['a negation', "We don't need 50 pieces", 'en', 'zh'],
    ['one more word', 'How much is it really?', 'en', 'zh'],
    ['a statement made into a question', 'We need 50 pieces?', 'en', 'zh'],
    ['a question that was no phrase', 'Samples are free?', 'en', 'zh'],
    ['in stock, asked without words for it', 'متوفر في المخزون؟', 'ar', 'en'],
    ['an emoji that would get lost', 'Hello 👋', 'en', 'zh'],
    ['a marker smuggled in', 'We need \uE004', 'en', 'zh'],
    ['the wrong language declared', '多少钱？', 'en', 'ar'],
    ['punctuation alone', '...', 'en', 'zh'],
    ['a very long text', 'Hello. '.repeat(100), 'en', 'zh'],
  ] as const)('%s: %j (%s to %s)', (_why, text, source, target) => {
    expect(translate(text, source, target)).toBeNull();
  });
});
