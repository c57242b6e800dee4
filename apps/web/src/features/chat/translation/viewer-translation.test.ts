import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../model/chat-message.ts';
import { needsViewerTranslation, waitForWriterMs, withViewerTranslation } from './viewer-translation.ts';

const READER = { profileId: 'me', language: 'ar' } as const;
const NOW = Date.parse('2026-01-01T10:00:05.000Z');

const MESSAGE: ChatMessage = {
  id: 'm1',
  session_id: 's',
  sender_id: 'other',
  content: 'Good morning',
  translated_content: null,
  type: 'text',
  transcript: null,
  duration_ms: null,
  source_language: 'en',
  target_language: null,
  translation_engine: null,
  created_at: '2026-01-01T10:00:00.000Z',
};

describe('whether a reader needs a translation', () => {
  it.each<[string, Partial<ChatMessage>, boolean]>([
    ['a text in another language', {}, true],
    [
      'one translated into a language read before',
      { translated_content: '早上好', target_language: 'zh' },
      true,
    ],
    ['one translated into theirs', { translated_content: 'صباح الخير', target_language: 'ar' }, false],
    ['one translated by an app that does not say into what', { translated_content: 'صباح الخير' }, false],
    ['one in their language', { source_language: 'ar' }, false],
    ['their own', { sender_id: 'me' }, false],
    ['a recording without words', { type: 'audio', content: 'audio-1.webm' }, false],
    ['a recording with words', { type: 'audio', content: 'audio-1.webm', transcript: 'Hello' }, true],
    ['a file', { type: 'file', content: 'https://files.example/list.pdf' }, false],
  ])('%s', (_what, changes, needed) => {
    expect(needsViewerTranslation({ ...MESSAGE, ...changes }, READER)).toBe(needed);
  });

  it('waits for the writer only where the writer translates for this reader', () => {
    expect(waitForWriterMs({ ...MESSAGE, target_language: 'ar' }, READER, NOW)).toBe(10_000);
    expect(waitForWriterMs({ ...MESSAGE, target_language: 'ar' }, READER, NOW + 60_000)).toBe(0);
    expect(waitForWriterMs({ ...MESSAGE, target_language: 'zh' }, READER, NOW)).toBe(0);
  });
});

describe('a message as its reader sees it', () => {
  const made = { words: 'Good morning', text: 'صباح الخير', engine: 'deepl' };

  it('carries the reader’s translation and its engine, and is the same object each time', () => {
    const old = { ...MESSAGE, translated_content: '早上好', target_language: 'zh' } as const;
    const read = withViewerTranslation(old, made, READER);
    expect(read).toMatchObject({
      content: 'Good morning',
      translated_content: 'صباح الخير',
      target_language: 'ar',
      translation_engine: 'deepl',
    });
    expect(withViewerTranslation(old, made, READER)).toBe(read);
  });

  it('stays as it is where its writer’s translation is the reader’s, or its words are others by now', () => {
    const translated = { ...MESSAGE, translated_content: 'صباح النور', target_language: 'ar' } as const;
    expect(withViewerTranslation(translated, made, READER)).toBe(translated);
    // Unless the reader asked another provider.
    expect(withViewerTranslation(translated, { ...made, isOther: true }, READER)).toMatchObject({
      translated_content: 'صباح الخير',
    });
    const spoken = { ...MESSAGE, type: 'audio', transcript: 'Good evening' } as const;
    expect(withViewerTranslation(spoken, made, READER)).toBe(spoken);
    expect(withViewerTranslation(MESSAGE, undefined, READER)).toBe(MESSAGE);
  });
});
