import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../languages.ts';
import { fillSample } from './sample-values.ts';
import { shippedPhrasebook, TERM_GROUPS, TOPICS } from './shipped.ts';

const phrasebook = shippedPhrasebook();
const PHRASES = TOPICS.flatMap((topic) => topic.phrases);

function translate(text: string, source: Language, target: Language): string | null {
  return phrasebook.translate({ text, source, target });
}

const PAIRS = LANGUAGES.flatMap((source) =>
  LANGUAGES.filter((target) => target !== source).map((target) => [source, target] as const),
);

describe.each(PAIRS)('%s to %s', (source, target) => {
  test('every wording gives the phrase’s first wording', () => {
    const wrong = PHRASES.flatMap((phrase) =>
      phrase[source].flatMap((wording) => {
        const text = fillSample(wording, source);
        const got = translate(text, source, target);
        const expected = fillSample(phrase[target][0] ?? '', target);
        return got === expected ? [] : [{ text, got, expected }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('every form of a term gives the term', () => {
    const wrong = TERM_GROUPS.flatMap((group) =>
      group.terms.flatMap((term) =>
        term[source].flatMap((form) => {
          const got = translate(form, source, target);
          return got === term[target][0] ? [] : [{ form, got, expected: term[target][0] }];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a time after is not a time within', () => {
  test.each([
    ['We can deliver in a week.', 'en', 'zh', '我们可以一周后交货。'],
    ['We can deliver within a week.', 'en', 'zh', '我们可以一周内交货。'],
    ['We can deliver in a month.', 'en', 'ar', 'يمكننا التسليم بعد شهر.'],
    ['We can deliver within a month.', 'en', 'ar', 'يمكننا التسليم خلال شهر.'],
    ['我们一周后发货。', 'zh', 'en', 'We can ship in a week.'],
    ['我们一周内发货。', 'zh', 'ar', 'يمكننا الشحن خلال أسبوع.'],
    ['I will call you within a few days.', 'en', 'zh', '我几天内给您打电话。'],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
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

describe('politeness, contractions and spelling do not matter', () => {
  test.each([
    ['Please could you tell me', 'en', 'zh', null],
    ['Could you please lower the price?', 'en', 'zh', '可以便宜一点吗？'],
    ["We'd like to buy cotton", 'en', 'zh', '我们想购买棉'],
    ['We cannot lower the price', 'en', 'zh', '我们不能再降价了'],
    ["We can't lower the price", 'en', 'zh', '我们不能再降价了'],
    ['We can lower the price', 'en', 'zh', '我们可以降低价格'],
    ['What colors do you have?', 'en', 'ar', 'ما الألوان المتوفرة؟'],
    ['麻烦您再说一遍', 'zh', 'en', null],
    ['贵司的付款条件是什么', 'zh', 'en', null],
    ['把价格表发给我', 'zh', 'en', 'Please send me your price list'],
    ['ما هو الفرق؟', 'ar', 'en', 'What is the difference between these two?'],
    ['لو سمحت، كم السعر؟', 'ar', 'zh', '多少钱？'],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });

  test('a please never turns a statement into a request', () => {
    expect(translate('随便看看', 'zh', 'en')).toBe("I'm just looking");
    expect(translate('请随便看看', 'zh', 'en')).toBe('Please feel free to look around');
  });
});

describe('terms', () => {
  test.each([
    ['stainless steel', 'en', 'zh', '不锈钢'],
    ['LED lamps', 'en', 'ar', 'مصابيح LED'],
    ['LED lamp', 'en', 'ar', 'مصباح LED'],
    ['FOB', 'en', 'zh', null],
    ['提单？', 'zh', 'en', 'bill of lading?'],
    ['شهادة المنشأ', 'ar', 'zh', '原产地证'],
    ['the packing list', 'en', 'ar', 'قائمة التعبئة'],
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

  test.each([
    ['See you tomorrow, how much is it?', 'en', 'zh', '明天见。多少钱？'],
    ['I need 50 pieces and the price is too high.', 'en', 'zh', '我需要50件，太贵了。'],
    ['Thank you, but we need samples', 'en', 'zh', '谢谢，但是我们需要样品'],
    ['Thank you, but the crate is wet', 'en', 'zh', null],
    ['السعر مرتفع جدا، لكن يعجبني هذا الموديل.', 'ar', 'en', "It's too expensive, but I like this model."],
    ['Hello how much is it', 'en', 'ar', 'مرحبًا. كم السعر؟'],
    ['你好请问多少钱', 'zh', 'en', 'Hello. How much is it?'],
  ] as const)('two sentences in one: %j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });
});

describe('polite frames say what the plain sentence says', () => {
  test.each([
    ['I was wondering if you could send me your catalogue', 'en', 'zh', '请把产品目录发给我'],
    ['Would you mind sending me some photos on WhatsApp?', 'en', 'zh', '能通过WhatsApp把照片发给我吗？'],
    ["I'd like to know what the price is", 'en', 'ar', 'كم السعر؟'],
    ['Could you tell me where the toilet is?', 'en', 'zh', '洗手间在哪里？'],
    ['能不能便宜一点', 'zh', 'en', 'Can you lower the price?'],
    ['是否含税', 'zh', 'en', 'Does the price include tax?'],
    ['ممكن ترسلون لي الكتالوج', 'ar', 'en', 'Can you send me the catalogue?'],
    // A question about what the other can do is no request.
    ['Can you deliver to our warehouse in Dubai?', 'en', 'zh', null],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });
});

describe('words agree with the value of a slot', () => {
  test.each([
    ['How much are these?', 'en', 'ar', 'كم سعر هذه؟'],
    ['هل تتوفر هذه المنتجات باللون الأسود؟', 'ar', 'en', 'Do you have these products in black?'],
    ['这些有现货吗？', 'zh', 'en', 'Do you have these in stock?'],
    ['How much are 5 tables?', 'en', 'ar', 'كم سعر 5 طاولات؟'],
    ['How much are 5 tables?', 'en', 'zh', '5张桌子多少钱？'],
    ['20张桌子多少钱？', 'zh', 'ar', 'كم سعر 20 طاولة؟'],
    ['20部手机多少钱？', 'zh', 'ar', null],
    ['I will call you next Monday', 'en', 'zh', '我下星期一给您打电话'],
    ['We need a 30% deposit and 70% before shipment', 'en', 'zh', null],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });
});

describe('amounts', () => {
  test.each([
    ['We need about 50 pieces', 'en', 'ar', 'نحتاج إلى حوالي 50 قطعة'],
    ['我们需要50件左右', 'zh', 'en', 'We need about 50 pieces'],
    ['We need two weeks', 'en', 'ar', 'نحتاج إلى أسبوعين'],
    ['我们需要三十天', 'zh', 'en', 'We need 30 days'],
    ['نحتاج إلى خمسة أيام', 'ar', 'en', 'We need 5 days'],
    ['我们需要5万件', 'zh', 'en', 'We need 50,000 pieces'],
    // Unicode's plural rules: the singular after 100, 101 and fractions.
    ['We need 101 pieces', 'en', 'ar', 'نحتاج إلى 101 قطعة'],
    ['We need 2.5 tonnes', 'en', 'ar', 'نحتاج إلى 2.5 طن'],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });
});

test('emoji before and behind a line are kept', () => {
  expect(translate('Hello 👋', 'en', 'zh')).toBe('您好 👋');
  expect(translate('👍🏽', 'en', 'zh')).toBeNull();
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
    ['We need 2 pieces', 'en', 'ar', 'نحتاج إلى قطعتين'],
    ['The warranty period is 2 years.', 'en', 'ar', 'مدة الضمان سنتان.'],
    ['The warranty period is 1 year.', 'en', 'ar', 'مدة الضمان سنة واحدة.'],
    ['مدة الضمان سنتين', 'ar', 'zh', '保修期为2年'],
    ['نحتاج إلى حاويتين', 'ar', 'en', 'We need 2 containers'],
    ['The net weight is 2.5 kg', 'en', 'ar', 'الوزن الصافي 2.5 كجم'],
    ['The goods will arrive on March 5th, 2027.', 'en', 'zh', '货物将于2027年3月5日到达。'],
    ['货物将于3月5日到达', 'zh', 'ar', 'ستصل البضاعة في 5 مارس'],
    ['ستصل البضاعة في ٥ آذار', 'ar', 'en', 'The goods will arrive on 5 March'],
    ['Do you have LED lamps?', 'en', 'ar', 'هل لديكم مصابيح LED؟'],
    ['你们有不锈钢吗', 'zh', 'en', 'Do you have stainless steel?'],
    ['Can you ship to the UAE?', 'en', 'zh', '可以发货到阿联酋吗？'],
    ['Our prices are FOB Shanghai.', 'en', 'ar', 'أسعارنا بشرط FOB شنغهاي.'],
    ["Let's meet on Monday at 15:30", 'en', 'zh', '我们星期一15:30见面'],
    ["Let's meet at 3:30 pm", 'en', 'zh', '我们15:30见面吧'],
    ["Let's meet at three o'clock", 'en', 'ar', 'لنلتقِ الساعة 3:00'],
    ['我们下午三点半见', 'zh', 'en', "Let's meet at 15:30"],
    ['نلتقي الساعة الرابعة والنصف عصرًا', 'ar', 'en', "Let's meet at 16:30"],
    ['货物将于三月十五号到达', 'zh', 'en', 'The goods will arrive on 15 March'],
    ['Can you deliver by the end of March?', 'en', 'zh', '三月底之前能交货吗？'],
    ['防水吗？', 'zh', 'en', 'Is it waterproof?'],
    ['كم وزنه؟', 'ar', 'en', 'What is the weight?'],
    ['هل يعمل بالبطارية؟', 'ar', 'en', 'Does this run on batteries?'],
    ['Do you have an ISO 9001 certificate?', 'en', 'zh', '你们有ISO 9001认证吗？'],
  ] as const)('%j (%s to %s) is %j', (text, source, target, expected) => {
    expect(translate(text, source, target)).toBe(expected);
  });
});

describe('a wrong translation is worse than none', () => {
  test.each([
    ['dollars alone may be any', 'The price is 5 dollars', 'en', 'zh'],
    ['two values of one kind', 'The price is $5 $6', 'en', 'zh'],
    ['a number with a comma for a decimal point', 'We need 2,5 tonnes', 'en', 'zh'],
    ['a negative number', 'We need -50 pieces', 'en', 'zh'],
    ['a range', 'We need 50-100 pieces', 'en', 'zh'],
    ['a range of percentages', 'We can offer a 5-10% discount', 'en', 'zh'],
    ['a range of times', "Let's meet at 15:30-16:00", 'en', 'zh'],
    ['twelve at night or at noon', "Let's meet at 12 pm", 'en', 'zh'],
    ['a time after midnight', '我们晚上两点见', 'zh', 'en'],
    ['a range of hours', "Let's meet at 3-4 pm", 'en', 'zh'],
    ['a little, no hour', '我们一点见', 'zh', 'en'],
    ['someone to try it in my place', '能帮我试一下吗？', 'zh', 'en'],
    ['not, no "no"', 'لا نحتاج إلى 50 قطعة', 'ar', 'en'],
    ['a negation', "We don't need 50 pieces", 'en', 'zh'],
    ['a day that does not exist', 'The goods will arrive on 31 February', 'en', 'zh'],
    ['a date in figures, day or month first', 'The goods will arrive on 05/03/2027', 'en', 'zh'],
    ['two and a half years', 'مدة الضمان سنتين ونصف', 'ar', 'en'],
    ['a country in the place of goods', 'Do you have Oman?', 'en', 'zh'],
    ['two terms that are not known together', 'Do you have cotton Shanghai?', 'en', 'zh'],
    ['one more word', 'How much is it really?', 'en', 'zh'],
    ['a statement made into a question', 'We need 50 pieces?', 'en', 'zh'],
    ['a question that was no phrase', 'Samples are free?', 'en', 'zh'],
    ['in stock, asked without words for it', 'متوفر في المخزون؟', 'ar', 'en'],
    ['a marker smuggled in', 'We need \uE004', 'en', 'zh'],
    ['the wrong language declared', '多少钱？', 'en', 'ar'],
    ['punctuation alone', '...', 'en', 'zh'],
    ['a very long text', 'Hello. '.repeat(100), 'en', 'zh'],
  ] as const)('%s: %j (%s to %s)', (_why, text, source, target) => {
    expect(translate(text, source, target)).toBeNull();
  });
});
