import { describe, expect, test } from 'vitest';
import {
  hasWordsOf,
  isAudioMessage,
  isMessageType,
  isSaidBy,
  MESSAGE_MAX_LENGTH,
  validateMessageText,
} from './messages.ts';

describe('validateMessageText', () => {
  test('trims what was typed', () => {
    expect(validateMessageText('  How much?\n')).toEqual({ ok: true, text: 'How much?' });
  });

  test.each(['', '   ', '\n\t', '\u200b', '\u0000'])('refuses %j as empty', (text) => {
    expect(validateMessageText(text)).toEqual({ ok: false, reason: 'empty' });
  });

  test('counts characters, not UTF-16 units, and only after trimming', () => {
    const longest = '👍'.repeat(MESSAGE_MAX_LENGTH);
    expect(validateMessageText(` ${longest} `)).toEqual({ ok: true, text: longest });
    expect(validateMessageText(`${longest}!`)).toEqual({ ok: false, reason: 'too-long' });
  });
});

test.each([
  ['text', true],
  ['file', true],
  ['audio', true],
  ['video', false],
  [null, false],
])('isMessageType(%j) is %s', (value, expected) => {
  expect(isMessageType(value)).toBe(expected);
});

test.each([
  ['audio', 'anything', true],
  ['file', 'https://fair.example/storage/chat-files/audio-1700000000000.webm', true],
  ['file', 'https://fair.example/chat-files/audio-1.WEBM?token=abc', true],
  ['file', 'https://fair.example/chat-files/catalogue.pdf', false],
  ['file', 'https://fair.example/chat-files/notes.webmanifest', false],
  ['text', 'see audio-1.webm', false],
])('a %s message with content %j is audio: %s', (type, content, expected) => {
  expect(isAudioMessage({ type, content })).toBe(expected);
});

describe('whose words a message has', () => {
  test.each([
    [null, true, false],
    ['vendor', true, false],
    ['visitor', false, true],
  ] as const)('said by %s: the vendor’s %s, the visitor’s %s', (said_by, vendors, visitors) => {
    const message = { sender_id: 'vera', said_by };
    expect([hasWordsOf(message, 'vera'), hasWordsOf(message, 'wei')]).toEqual([vendors, visitors]);
  });

  test('is the sender’s in rows that know nothing of it', () => {
    expect(hasWordsOf({ sender_id: 'wei' }, 'wei')).toBe(true);
    expect([null, undefined, 'organiser'].some(isSaidBy)).toBe(false);
  });
});
