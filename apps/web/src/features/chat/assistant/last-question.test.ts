import { expect, test } from 'vitest';
import type { ChatMessage } from '../model/chat-message.ts';
import { lastQuestion } from './last-question.ts';

function message(sender: string, content: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: content,
    session_id: 's',
    sender_id: sender,
    content,
    translated_content: null,
    type: 'text',
    transcript: null,
    duration_ms: null,
    source_language: 'zh',
    target_language: null,
    translation_engine: null,
    created_at: '2026-05-02T09:00:00Z',
    ...more,
  };
}

test('it is what the other side said last, as the reader reads it', () => {
  const asked = message('siyuan', '保修多久？', {
    target_language: 'en',
    translated_content: 'How long is the warranty?',
  });
  const messages = [message('siyuan', '您好'), asked, message('nora', 'One moment'), message('siyuan', ' ')];
  expect(lastQuestion(messages, 'siyuan', 'en')).toBe('How long is the warranty?');
  expect(lastQuestion(messages, 'siyuan', 'ar')).toBe('保修多久？');
  expect(lastQuestion(messages, 'somebody', 'en')).toBeNull();
});

test('a recording says what was written down of it, and no question is longer than one may ask', () => {
  const recording = (transcript: string | null) =>
    message('siyuan', 'voice.webm', { type: 'audio', transcript });
  expect(lastQuestion([recording('多少钱？'), recording(null)], 'siyuan', 'en')).toBe('多少钱？');
  expect(lastQuestion([message('siyuan', 'x'.repeat(3_000))], 'siyuan', 'en')).toHaveLength(1_000);
});
