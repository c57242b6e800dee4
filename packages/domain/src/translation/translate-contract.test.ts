import { expect, test } from 'vitest';
import { translateRequestSchema, translateResponseSchema } from './translate-contract.ts';

const request = { text: 'How much is it?', sourceLanguage: 'en', targetLanguage: 'zh' };

test('takes the request of the specification', () => {
  expect(translateRequestSchema.parse(request)).toEqual(request);
});

test.each([
  [{ text: '' }, 'text must not be empty'],
  [{ text: ' \u200b ' }, 'text must not be empty'],
  [{ text: undefined }, 'text must be a string'],
  [{ text: 5 }, 'text must be a string'],
  [{ text: '字'.repeat(5001) }, 'text must be at most 5000 characters'],
  [{ targetLanguage: 'fr' }, 'targetLanguage must be one of en, zh, ar'],
  [{ sourceLanguage: undefined }, 'sourceLanguage must be one of en, zh, ar'],
])('%j is refused with %j', (change, message) => {
  const result = translateRequestSchema.safeParse({ ...request, ...change });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('5,000 characters are within the limit, also outside the BMP', () => {
  expect(translateRequestSchema.safeParse({ ...request, text: '👍'.repeat(5000) }).success).toBe(true);
});

test('an answer without translatedText is no answer', () => {
  expect(translateResponseSchema.safeParse({ engine: 'x' }).success).toBe(false);
  expect(translateResponseSchema.safeParse({ translatedText: '' }).success).toBe(false);
  expect(translateResponseSchema.parse({ translatedText: '多少钱？' })).toEqual({
    translatedText: '多少钱？',
  });
});
