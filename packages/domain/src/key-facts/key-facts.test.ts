import { expect, test } from 'vitest';
import { gatherFacts } from './key-facts.ts';

const CHAT = [
  { id: '1', words: 'Hello, what is the price for 5,000 pieces?' },
  { id: '2', words: '五千件的话，单价4.2美元，交期30天。' },
  { id: '3', words: null },
  { id: '4', words: 'هل يمكن التسليم في ١٥ مايو ٢٠٢٦؟ بريدي karim@souk.example' },
  { id: '5', words: 'Yes, 5000 pcs by May 15, 2026 at 4.2 USD.' },
];

test('what was said of one thing in three languages is one fact, with the message that said it last', () => {
  const facts = gatherFacts(CHAT, 'en');
  expect(facts.quantity).toMatchObject([
    { text: '5,000 pieces', written: '5000 pcs', messageId: '5', mentions: 3 },
  ]);
  expect(facts.date.map(({ text, messageId, mentions }) => [text, messageId, mentions])).toEqual([
    ['15 May 2026', '5', 2],
    ['30 days', '2', 1],
  ]);
  expect(facts.price).toMatchObject([{ text: '4.2 USD', mentions: 2 }]);
  expect(facts.contact).toMatchObject([{ text: 'karim@souk.example', messageId: '4' }]);
});

test('each reader has it as they write it', () => {
  const texts = (language: 'zh' | 'ar') => {
    const { quantity, date } = gatherFacts(CHAT, language);
    return [...quantity, ...date].map(({ text }) => text);
  };
  expect(texts('zh')).toEqual(['5,000件', '2026年5月15日', '30天']);
  expect(texts('ar')).toEqual(['5,000 قطعة', '15 مايو 2026', '30 يومًا']);
});

test('the words around it are those of its line, cut by whole characters', () => {
  const words = `${'🙂'.repeat(80)} 12 pieces\n5 kg`;
  const [later, earlier] = gatherFacts([{ id: '1', words }], 'en').quantity;
  expect(later).toMatchObject({ text: '5 kg', before: '', after: '' });
  expect(earlier?.before).toBe(`…${'🙂'.repeat(59)} `);
  expect(earlier?.after).toBe('');
});

test('a range and a thousand keep what was said', () => {
  const { quantity } = gatherFacts([{ id: '1', words: '5-8 thousand pieces, 两千五件' }], 'en');
  expect(quantity.map(({ text }) => text)).toEqual(['2,500 pieces', '5,000–8,000 pieces']);
});
