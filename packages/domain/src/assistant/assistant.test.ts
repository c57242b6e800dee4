import { expect, test } from 'vitest';
import { assistantLines, suggestedReplies, writtenEmail } from './assistant.ts';

test('headings and items are what they are, and nothing else of Markdown is', () => {
  const text =
    '## Agreed\n- 5,000 pieces at **4.20 USD**\n\n2) Sample first\nSee [here](https://evil.example) ![x](y)';
  expect(assistantLines(text)).toEqual([
    { kind: 'heading', text: 'Agreed' },
    { kind: 'item', text: '5,000 pieces at 4.20 USD' },
    { kind: 'item', text: 'Sample first' },
    { kind: 'text', text: 'See [here](https://evil.example) ![x](y)' },
  ]);
});

test('suggestions come without numbers, signs and quotes, and there are three at most', () => {
  expect(suggestedReplies('1. Yes, we can.\n2) "Let me check."\n\n- 明天可以。\nA fourth')).toEqual([
    'Yes, we can.',
    'Let me check.',
    '明天可以。',
  ]);
  expect(suggestedReplies('١. نعم، يمكننا.\n«سأتحقق.»')).toEqual(['نعم، يمكننا.', 'سأتحقق.']);
  expect(suggestedReplies('  \n')).toEqual([]);
});

test('an amount at the beginning of a suggestion stays', () => {
  expect(suggestedReplies('5,000 pieces would be fine.')).toEqual(['5,000 pieces would be fine.']);
});

test('the first line of an e-mail is its subject, whatever label it has', () => {
  expect(writtenEmail('Subject: Our offer\n\nDear Mei,\nthank you.')).toEqual({
    subject: 'Our offer',
    body: 'Dear Mei,\nthank you.',
  });
  expect(writtenEmail('主题：报价\n\n您好')).toEqual({ subject: '报价', body: '您好' });
  expect(writtenEmail('الموضوع: عرض السعر')).toEqual({ subject: 'عرض السعر', body: '' });
});
