import type { Language } from '@dragoman/domain/languages';
import { describe, expect, test } from 'vitest';
import { checkTranslation } from './check-translation.ts';

type Case = readonly [source: Language, target: Language, text: string, answer: string];

function verdict([source, target, text, answer]: Case): string {
  const check = checkTranslation({ text, source, target }, answer);
  return check.ok ? 'ok' : check.fault;
}

describe('good translations pass', () => {
  const cases: Case[] = [
    ['en', 'zh', 'How much is it?', '多少钱？'],
    ['zh', 'en', '多少钱？', 'How much is it?'],
    ['en', 'ar', 'How much is it?', 'كم السعر؟'],
    ['ar', 'zh', 'كم السعر؟', '多少钱？'],
    ['en', 'zh', 'The iPhone case by Meridian Tools is $5.20', 'Meridian Tools 的 iPhone 保护壳是 5.20 美元'],
    ['en', 'ar', 'Is the XK-200 rated IP67?', 'هل جهاز XK-200 حاصل على تصنيف IP67؟'],
    ['en', 'zh', 'We sold 1.5 million pieces', '我们卖了150万件'],
    ['zh', 'en', '我们卖了150万件', 'We sold 1.5 million pieces'],
    ['ar', 'en', 'السعر ١٬٢٥٠ درهم', 'The price is 1,250 dirhams'],
    ['en', 'zh', 'Two hundred pieces by March 5', '3月5日前200件'],
    ['zh', 'en', '三百件', '300 pieces'],
    ['ar', 'en', 'أحتاج إلى قطعتين', 'I need 2 pieces'],
    ['en', 'zh', 'Meet at 3:00', '3点见面'],
    ['zh', 'en', '3月5日第2次见面', 'The second meeting on March 5'],
    ['zh', 'en', '5号见', 'See you on the 5th'],
    ['en', 'zh', 'On March 3rd', '3月3日'],
    ['en', 'ar', 'The 3rd of March, 2nd floor', 'الثالث من مارس، الطابق الثاني'],
    ['zh', 'ar', '可以做OEM吗？', 'هل يمكنكم تنفيذ OEM؟'],
    ['en', 'zh', 'MOQ', 'MOQ'],
    ['en', 'zh', 'Omar Haddad', 'Omar Haddad'],
    ['en', 'ar', 'Meridian Tools', 'Meridian Tools'],
    ['en', 'zh', 'Omar Haddad', '奥马尔·哈达德'],
    ['zh', 'en', '李娜', 'Li Na'],
    ['en', 'zh', 'Write to omar@meridian.example', '请发邮件至omar@meridian.example'],
    ['en', 'zh', 'Our quota is full', '我们的配额已满'],
    ['en', 'zh', 'Ok', '好的'],
    ['en', 'zh', '5 days or 5 weeks?', '5天还是5周？'],
    ['en', 'ar', 'Follow @meridian_tools 🎉', 'تابعوا @meridian_tools 🎉'],
    ['zh', 'en', '好的👌', 'OK 👌'],
    ['zh', 'en', '哈哈哈哈哈哈哈哈，多少钱？', 'Hahahahahahaha, how much is it?'],
    ['en', 'zh', 'Lamps ........ from stock', '灯具 ........ 现货'],
    ['en', 'zh', 'Red: 5\nBlue: 5\nGreen: 5\nWhite: 5', '红色：5\n蓝色：5\n绿色：5\n白色：5'],
  ];
  test.each(cases)('%s to %s: %j as %j', (...example) => {
    expect(verdict(example)).toBe('ok');
  });

  test('surrounding white space is taken off', () => {
    expect(checkTranslation({ text: 'Hi', source: 'en', target: 'zh' }, ' 你好\n')).toEqual({
      ok: true,
      text: '你好',
    });
  });
});

describe('answers that cannot be translations are refused', () => {
  const cases: [fault: string, ...Case][] = [
    ['empty', 'en', 'zh', 'Hello', ''],
    ['empty', 'en', 'zh', 'Hello', ' \u200b\n'],
    ['echo', 'en', 'zh', 'How much is it?', 'How much is it?'],
    ['echo', 'en', 'ar', 'How much is it?', 'how much is it'],
    ['echo', 'zh', 'en', '多少钱？', '多少钱'],
    ['echo', 'ar', 'zh', 'كم السعر؟', 'كم السعر?'],
    ['echo', 'en', 'zh', 'Good Morning', 'Good Morning'],
    ['echo', 'en', 'zh', 'HELLO', 'HELLO'],
    ['wrong-script', 'en', 'zh', 'How much is it?', 'Wie viel kostet das?'],
    ['wrong-script', 'en', 'zh', 'How much is it?', 'كم السعر؟'],
    ['wrong-script', 'en', 'ar', 'How much is it?', '多少钱？'],
    ['wrong-script', 'zh', 'en', '多少钱？', 'كم السعر؟'],
    ['wrong-script', 'en', 'zh', 'How much is it?', 'Sure! Here is the translation into Chinese: 多少钱'],
    ['wrong-script', 'en', 'zh', 'How much is it?', 'いくらですか、おしえてください'],
    ['wrong-script', 'en', 'zh', 'How much is it?', '???'],
    ['wrong-script', 'en', 'zh', 'The crate on the pallet is wet', 'The 箱子 on the pallet is wet'],
    ['wrong-script', 'zh', 'en', '箱子湿了', 'crate 箱子湿了'],
    [
      'loop',
      'en',
      'zh',
      'How long does it take to ship?',
      '发货需要多久发货需要多久发货需要多久发货需要多久',
    ],
    ['loop', 'zh', 'en', '你们什么时候可以发货给我们？', 'When can you ship, ship, ship, ship, ship to us?'],
    ['loop', 'en', 'ar', 'When can you ship it to us?', 'متىىىىىىىىىىى يمكنكم الشحن'],
    [
      'loop',
      'en',
      'zh',
      'Which colours are there?\nAnd which sizes?',
      '有哪些颜色？\n有哪些颜色？\n有哪些颜色？\n有哪些颜色？',
    ],
    ['loop', 'en', 'zh', 'Ha ha ha ha ha, how much is it?', `哈哈哈哈${'多少钱'.repeat(9)}`],
    ['length', 'en', 'zh', 'Hi', '你好'.repeat(50)],
    ['length', 'en', 'zh', 'We would like to see the whole range of tools. '.repeat(5), '好'],
    ['token-changed', 'en', 'zh', 'Is the XK-200 in stock?', 'XK-2000有现货吗？'.replace('2000', '300')],
    ['token-changed', 'en', 'zh', 'See https://meridian.example/a', '请看 https://meridian.example/b 网站'],
    ['token-changed', 'zh', 'en', '我的邮箱是li.na@hongyuan.example', 'My e-mail is lina@hongyuan.example'],
    ['token-changed', 'en', 'zh', 'Is the XK-200 in stock?', 'XK-2000有现货吗？'],
    ['token-changed', 'en', 'zh', 'Please follow @meridian_tools', '请关注子午线工具'],
    ['emoji-changed', 'en', 'ar', 'Thank you very much 🙏', 'شكرا جزيلا'],
    ['emoji-changed', 'zh', 'en', '谢谢', 'Thank you 😊'],
    ['number-changed', 'en', 'zh', 'We need 500 pieces', '我们需要50件'],
    ['number-changed', 'en', 'zh', 'We need 500 pieces', '我们需要很多件'],
    ['number-changed', 'zh', 'en', '我们需要5万件', 'We need 5 thousand pieces'],
    ['number-changed', 'en', 'zh', 'We need 5 and 5', '我们需要5'],
    ['number-changed', 'zh', 'en', '5号见', 'See you on the 6th'],
    ['number-changed', 'en', 'zh', 'How much is it?', '价格是100'],
    ['number-changed', 'ar', 'en', 'السعر ٥٠', 'The price is 60'],
    ['unit-changed', 'en', 'zh', 'The price is $5', '价格是5元'],
    ['unit-changed', 'zh', 'en', '价格是5元', 'The price is 5 dollars'],
    ['unit-changed', 'en', 'ar', 'Delivery in 3 weeks', 'التسليم خلال 3 أشهر'],
    ['unit-changed', 'en', 'zh', 'It weighs 5 kg', '重5磅'],
    ['service-notice', 'zh', 'en', '多少钱？', 'You exceeded your current quota, check your plan.'],
    ['service-notice', 'ar', 'en', 'كم السعر؟', 'As an AI, I cannot help with prices.'],
  ];
  test.each(cases)('%s: %s to %s, %j as %j', (fault, ...example) => {
    expect(verdict(example)).toBe(fault);
  });
});
