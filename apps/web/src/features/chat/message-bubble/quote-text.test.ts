import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../model/chat-message.ts';
import { quoteText } from './quote-text.ts';

const t = ((key: string) => key) as unknown as TFunction;
const wei = { profileId: 'wei', language: 'zh' } as const;

const message = (more: Partial<ChatMessage>): ChatMessage => ({
  id: 'm1',
  session_id: 's1',
  sender_id: 'vera',
  content: 'Ten lamps',
  translated_content: '十盏灯',
  type: 'text',
  transcript: null,
  duration_ms: null,
  source_language: 'en',
  target_language: 'zh',
  translation_engine: 'deepl',
  created_at: '2026-11-25T10:00:00Z',
  ...more,
});

test('a quote is in its reader’s language, a writer’s own one as it was written', () => {
  expect(quoteText(message({}), wei, t)).toEqual({ text: '十盏灯', dir: 'ltr', lang: 'zh' });
  expect(quoteText(message({}), { profileId: 'vera', language: 'en' }, t).text).toBe('Ten lamps');
  expect(quoteText(message({ translated_content: null }), wei, t)).toMatchObject({
    text: 'Ten lamps',
    lang: 'en',
  });
  const arabic = message({ translated_content: 'عشرة مصابيح', target_language: 'ar' });
  expect(quoteText(arabic, { profileId: 'omar', language: 'ar' }, t)).toMatchObject({
    dir: 'rtl',
    lang: 'ar',
  });
});

test('a long message of many lines is cut to one line, between letters', () => {
  const { text } = quoteText(
    message({ content: `a\n\n${'🙏'.repeat(500)}`, translated_content: null }),
    wei,
    t,
  );
  expect([...text]).toHaveLength(160);
  expect(text.startsWith('a 🙏')).toBe(true);
  expect(text.endsWith('🙏')).toBe(true);
});

test('a recording without words and a file are named by their kind', () => {
  const plain = { translated_content: null, target_language: null };
  expect(quoteText(message({ ...plain, type: 'audio', content: 's1/a.webm' }), wei, t).text).toBe(
    'sessions.voiceMessage',
  );
  expect(quoteText(message({ ...plain, type: 'audio', transcript: 'Ten' }), wei, t).text).toBe('Ten');
  expect(quoteText(message({ ...plain, type: 'file', content: 's1/a.jpg' }), wei, t).text).toBe(
    'sessions.picture',
  );
  expect(
    quoteText(message({ ...plain, type: 'file', content: 's1/a.pdf', file_name: 'Prices.pdf' }), wei, t).text,
  ).toBe('Prices.pdf');
});
