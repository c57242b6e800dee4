import { expect, it } from 'vitest';
import { messagePreview } from './message-preview.ts';

it('a message stands in a list in its reader’s language, in one line', () => {
  const said = {
    type: 'text',
    content: '最低起订量\n是多少？',
    translated_content: 'What is the\nminimum order?',
    target_language: 'en',
  } as const;
  expect(messagePreview(said, 'en')).toBe('What is the minimum order?');
  expect(messagePreview(said, 'zh')).toBe('最低起订量 是多少？');
  expect(messagePreview({ ...said, translated_content: null }, 'en')).toBe('最低起订量 是多少？');
  expect(messagePreview({ ...said, type: 'audio' }, 'en')).toBeNull();
});
