import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { messagePreview } from './message-preview.ts';

const t = ((key: string) => key) as TFunction;

it('a list shows a message in its reader’s language, in one line', () => {
  const said = {
    type: 'text',
    content: '最低起订量\n是多少？',
    transcript: null,
    translated_content: 'What is the\nminimum order?',
    target_language: 'en',
  } as const;
  expect(messagePreview(said, 'en', t)).toBe('What is the minimum order?');
  expect(messagePreview(said, 'zh', t)).toBe('最低起订量 是多少？');
  expect(messagePreview({ ...said, translated_content: null }, 'en', t)).toBe('最低起订量 是多少？');
});

it.each([
  ['audio', 'https://fair.example/recording', 'sessions.voiceMessage'],
  ['file', 'https://fair.example/audio-1.webm?token=t', 'sessions.voiceMessage'],
  ['file', 'https://fair.example/list.pdf', 'sessions.file'],
] as const)('a message of type %s with %s is named, not read out', (type, content, expected) => {
  const sent = { type, content, transcript: null, translated_content: null, target_language: null };
  expect(messagePreview(sent, 'en', t)).toBe(expected);
});

it('a picture with a caption is its caption, translated where it is', () => {
  const sent = {
    type: 'file',
    content: 'chat/picture-1.jpg',
    transcript: '我们的新灯',
    translated_content: 'Our new lamp',
    target_language: 'en',
  } as const;
  expect(messagePreview(sent, 'en', t)).toBe('Our new lamp');
  expect(messagePreview(sent, 'zh', t)).toBe('我们的新灯');
});
