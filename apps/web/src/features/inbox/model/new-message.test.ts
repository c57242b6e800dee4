import { expect, it } from 'vitest';
import { readNewMessage } from './new-message.ts';

const row = {
  id: 'm',
  session_id: 's',
  sender_id: 'p',
  type: 'text',
  created_at: '2026-11-21T10:00:00Z',
  content: 'Hello',
  translated_content: null,
  source_language: 'en',
  target_language: 'xx',
};

it('a live row is read as far as it is known, and cut as the list has it', () => {
  expect(readNewMessage(row)).toEqual({ ...row, target_language: null });
  const long = readNewMessage({ ...row, content: '🙂'.repeat(200) });
  expect(long?.content).toBe('🙂'.repeat(160));
  expect(readNewMessage({ ...row, type: 'file', transcript: 'Our lamp' })?.transcript).toBe('Our lamp');
});

it('what is no message is refused: the list is then read again', () => {
  for (const broken of [null, {}, { ...row, content: undefined }, { ...row, created_at: 'soon' }]) {
    expect(readNewMessage(broken)).toBeNull();
  }
});
