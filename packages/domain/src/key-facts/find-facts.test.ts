import { describe, expect, test } from 'vitest';
import { findContacts } from './contacts.ts';
import { findFacts } from './find-facts.ts';

/** `kind: text` of each fact. */
function read(message: string): string[] {
  return findFacts(message).map(({ kind, text }) => `${kind}: ${text}`);
}

const keysOf = (message: string) => findFacts(message).map(({ key }) => key);

describe('prices', () => {
  test.each([
    ['The price is $4.50 per piece for 5,000 pcs.', ['price: $4.50 per piece', 'quantity: 5,000 pcs']],
    ['USD 12,000 FOB Shanghai', ['price: USD 12,000']],
    ['We can do 3.20 dollars each', ['price: 3.20 dollars each']],
    ['€3–4 a piece', ['price: €3–4 a piece']],
    ['30% deposit, 70 percent before shipping', ['price: 30%', 'price: 70 percent']],
    ['单价12.5元/件，人民币', ['price: 12.5元/件']],
    ['总价1.5万美元', ['price: 1.5万美元']],
    ['五十块钱一个', ['price: 五十块钱']],
    ['￥８８', ['price: ￥８８']],
    ['定金百分之30', ['price: 百分之30']],
    ['السعر ٤٫٥٠ دولار للقطعة', ['price: ٤٫٥٠ دولار للقطعة']],
    ['الثمن ١٢٬٠٠٠ درهم إماراتي', ['price: ١٢٬٠٠٠ درهم إماراتي']],
    ['$5 000 in all, or AED 1 250 000', ['price: $5 000', 'price: AED 1 250 000']],
    ['€5 250, or nothing that is sure', []],
    ['خصم ١٠٪ على الطلب', ['price: ١٠٪']],
  ])('%s', (message, facts) => {
    expect(read(message)).toEqual(facts);
  });

  test('one price in two spellings is one', () => {
    expect(keysOf('USD 12,000')).toEqual(keysOf('12000 US dollars'));
    expect(keysOf('USD 12 000')).toEqual(keysOf('12000 US dollars'));
    expect(keysOf('1.5万美元')).toEqual(keysOf('15,000 USD'));
    expect(keysOf('5 dollars')).not.toEqual(keysOf('5 euros'));
    expect(keysOf('$5 per piece')).not.toEqual(keysOf('$5 per set'));
  });
});

describe('quantities', () => {
  test.each([
    ['MOQ 500 pieces', ['quantity: 500 pieces']],
    ['5 000 pieces, hall 4 500 sets', ['quantity: 5 000 pieces', 'quantity: 500 sets']],
    ['between 500-800 sets', ['quantity: 500-800 sets']],
    ['two colours, 20k units', ['quantity: 20k units']],
    ['Size 30 x 40 x 12 cm, 2.5kg', ['quantity: 30 x 40 x 12 cm', 'quantity: 2.5kg']],
    ['起订量5000件，3千克', ['quantity: 5000件', 'quantity: 3千克']],
    ['两千五百箱', ['quantity: 两千五百箱']],
    ['2个集装箱', ['quantity: 2个集装箱']],
    ['١٥٠٠ قطعة و٢٠ كرتونة', ['quantity: ١٥٠٠ قطعة', 'quantity: ٢٠ كرتونة']],
    ['5 آلاف قطعة', ['quantity: 5 آلاف قطعة']],
  ])('%s', (message, facts) => {
    expect(read(message)).toEqual(facts);
  });

  test('one quantity in three languages is one', () => {
    expect(keysOf('5,000 pcs')).toEqual(keysOf('五千件'));
    expect(keysOf('5k pieces')).toEqual(keysOf('٥٠٠٠ قطعة'));
  });

  test('text that only resembles a quantity is ignored', () => {
    expect(read('Model XK-200 m, booth A12, 一个问题')).toEqual([]);
    expect(read('room 1.500,00 and v2.0.1')).toEqual([]);
  });
});

describe('dates', () => {
  test.each([
    ['Delivery on 15 May 2026 at 3 pm', ['date: 15 May 2026 at 3 pm']],
    ['Ready in 30 days', ['date: 30 days']],
    ['See you tomorrow morning, or next Monday', ['date: tomorrow morning', 'date: next Monday']],
    ['Sent on 12/05/2026 and 2026-05-20', ['date: 12/05/2026', 'date: 2026-05-20']],
    ['5月20日下午3点见', ['date: 5月20日下午3点']],
    ['交期45天，下周三发货', ['date: 45天', 'date: 下周三']],
    ['نلتقي يوم الأحد القادم الساعة ٣ مساءً', ['date: يوم الأحد القادم الساعة ٣ مساءً']],
    ['التسليم في ١٥ مايو ٢٠٢٦', ['date: ١٥ مايو ٢٠٢٦']],
    ['خلال ٣٠ يومًا', ['date: ٣٠ يومًا']],
  ])('%s', (message, facts) => {
    expect(read(message)).toEqual(facts);
  });

  test('one day in three languages is one', () => {
    expect(keysOf('15 May 2026')).toEqual(keysOf('2026年5月15日'));
    expect(keysOf('May 15, 2026')).toEqual(keysOf('١٥ مايو ٢٠٢٦'));
  });
});

describe('contacts', () => {
  test.each([
    [
      'Write to sales@acme.example, or call +971 50 123 4567.',
      ['contact: sales@acme.example', 'contact: +971 50 123 4567'],
    ],
    ['See www.acme.com/pumps.', ['contact: www.acme.com/pumps']],
    ['微信号：guo_valves88，手机13800138000', ['contact: guo_valves88', 'contact: 13800138000']],
    ['WeChat: guo-valves', ['contact: guo-valves']],
    ['واتساب ٠٥٠١٢٣٤٥٦٧', ['contact: ٠٥٠١٢٣٤٥٦٧']],
    ['هاتف: 02 555 1234', ['contact: 02 555 1234']],
  ])('%s', (message, facts) => {
    expect(read(message)).toEqual(facts);
  });

  test('one number in two spellings is one', () => {
    expect(keysOf('+971 50 123 4567')).toEqual(keysOf('00971501234567'));
  });
});

test('places are those of the message as it was written', () => {
  const message = '价格：￥１２００／件，٥٠٠ قطعة';
  for (const { start, end, text } of findFacts(message)) expect(message.slice(start, end)).toBe(text);
  expect(findFacts(message)).toHaveLength(2);
});

test.each(['1,', '9 ', 'a.', '十百', '1-', '+1 ', 'x@', '50 x ', '下午'])(
  'a message as long as one may be, made of "%s" to keep the rules busy, is read within the time of a test',
  (part) => {
    // A rule that goes back over all it has read would take minutes.
    expect(findFacts(part.repeat(2_500)).every(({ start, end }) => start < end)).toBe(true);
  },
);

// Longer than a message: quadratic time would exceed the limit of a test.
test.each([
  ['WeChat', ' ', '!'],
  ['Phone', ' ', '!'],
  ['微信', ' id', ''],
  ['', 'phone', '!'],
  ['هاتف', ' رقم', ''],
  ['', 'a', ''],
  ['', 'a.', '!'],
  ['', 'a-', '@'],
  ['+1 5 5', ' ', '5'],
  ['', '05 ', ''],
  ['', '050123456', ''],
])('contacts are looked for in linear time: "%s", many of "%s", "%s"', (before, part, behind) => {
  expect(findContacts(before + part.repeat(200_000 / part.length) + behind)).toEqual([]);
});

test('full stops and brackets after an address are left out in time linear in the text', () => {
  const address = `www.${')a'.repeat(200_000)}`;
  expect(findContacts(`${address}${')'.repeat(200_000)}`)).toMatchObject([{ start: 0, end: address.length }]);
});
