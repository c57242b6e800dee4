import type { Language } from '@dragoman/domain/languages';
import { expect, it } from 'vitest';
import type { ChatMessage } from '../model/chat-message.ts';
import { copyableText, messageOptions } from './message-options.ts';

/** A reader who may not write: what is left are the acts that the message itself allows. */
const READER = { viewerId: 'vera', canWrite: false, otherTranslation: true };

const ORIGIN = 'https://fair.example';
const STORED = `${ORIGIN}/storage/v1/object/public/chat-files/5e55a000-0000-4000-8000-000000000001/`;
const OFFER = 'https://files.example/offer.pdf';

function message(type: ChatMessage['type'], content: string, translated: string | null = null): ChatMessage {
  return {
    id: 'm',
    session_id: 's',
    sender_id: 'wei',
    type,
    content,
    transcript: null,
    translation_engine: null,
    duration_ms: null,
    translated_content: translated,
    source_language: 'zh',
    target_language: translated === null ? null : 'en',
    created_at: '2026-11-21T10:06:00+00:00',
  };
}

it.each([
  ['text', '你好', '你好'],
  ['audio', `${STORED}audio-1.webm`, null],
  ['file', `${STORED}audio-1.webm`, null],
  ['file', `${STORED}list.pdf`, null],
  ['file', OFFER, OFFER],
  ['file', 'no address at all', 'no address at all'],
] as const)('of a message of type %s with %s, %s is copied', (type, content, expected) => {
  expect(copyableText(message(type, content), ORIGIN)).toBe(expected);
  expect(messageOptions({ message: message(type, content), delivery: 'sent' }, ORIGIN, READER)).toEqual(
    expected === null ? ['hide'] : ['copy', 'hide'],
  );
});

it('of a voice message the words are copied', () => {
  const spoken = { ...message('audio', `${STORED}audio-1.webm`, 'Hello'), transcript: '你好' };
  expect(copyableText(spoken, ORIGIN)).toBe('你好');
  expect(messageOptions({ message: spoken, delivery: 'sent' }, ORIGIN, READER)).toEqual([
    'copy',
    'copy-translation',
    'fold',
    'one-language',
    'report-translation',
    'hide',
  ]);
});

it('of a picture the caption is copied and read aloud', () => {
  const captioned = {
    ...message('file', `${STORED}picture-1.jpg`, 'Our new lamp'),
    transcript: '我们的新灯',
  };
  expect(copyableText(captioned, ORIGIN)).toBe('我们的新灯');
  expect(messageOptions({ message: captioned, delivery: 'sent' }, ORIGIN, READER, new Set(['zh']))).toEqual([
    'copy',
    'copy-translation',
    'listen',
    'fold',
    'one-language',
    'report-translation',
    'hide',
  ]);
});

it('a translation can be copied and folded away, unless it says the same', () => {
  const row = (translated: string) =>
    ({ message: message('text', 'OK', translated), delivery: 'sent' }) as const;
  expect(messageOptions(row('Okay'), ORIGIN, READER)).toEqual([
    'copy',
    'copy-translation',
    'fold',
    'one-language',
    'report-translation',
    'hide',
  ]);
  expect(messageOptions(row(' OK '), ORIGIN, READER)).toEqual(['copy', 'hide']);
});

it('what has a voice is read aloud: text and transcripts, and translations that say something else', () => {
  const options = (one: ChatMessage, ...voices: Language[]) =>
    messageOptions({ message: one, delivery: 'sent' }, ORIGIN, READER, new Set(voices)).filter((option) =>
      option.startsWith('listen'),
    );
  const spoken = { ...message('audio', `${STORED}audio-1.webm`, 'Hello'), transcript: '你好' };
  expect(options(spoken, 'zh', 'en')).toEqual(['listen', 'listen-translation']);
  expect(options(spoken, 'en', 'ar')).toEqual(['listen-translation']);
  expect(options(spoken)).toEqual([]);
  expect(options(message('text', '你好'), 'zh', 'en')).toEqual(['listen']);
  expect(options(message('text', 'OK', ' OK '), 'zh', 'en')).toEqual(['listen']);
  expect(options(message('file', OFFER), 'zh', 'en')).toEqual([]);
  expect(options(message('audio', `${STORED}audio-1.webm`), 'zh', 'en')).toEqual([]);
});

it('a message that was not sent can be sent again or discarded', () => {
  expect(messageOptions({ message: message('text', '你好'), delivery: 'failed' }, ORIGIN, READER)).toEqual([
    'copy',
    'send-again',
    'discard',
  ]);
});

it('who may write may reply, also to a message that waits, but not to one that failed', () => {
  const writer = { ...READER, canWrite: true };
  const of = (delivery: 'waiting' | 'failed') =>
    messageOptions({ message: message('text', '你好'), delivery }, ORIGIN, writer);
  expect(of('waiting')).toEqual(['reply', 'copy']);
  expect(of('failed')).toEqual(['copy', 'send-again', 'discard']);
  const reply = { ...message('text', '你好'), reply_to: 'q', is_reply: true };
  expect(messageOptions({ message: reply, delivery: 'sent' }, ORIGIN, writer)).toContain('show-quoted');
});

it('another provider is asked by the reader alone, and only instead of one that is known', () => {
  const by = (provider: string | null, viewerId = 'vera', otherTranslation = true) =>
    messageOptions(
      { message: { ...message('text', '你好', 'Hello'), translation_engine: provider }, delivery: 'sent' },
      ORIGIN,
      { viewerId, canWrite: true, otherTranslation },
    ).includes('translate-other');
  expect(by('deepl')).toBe(true);
  expect(by('deepl', 'wei')).toBe(false);
  expect(by(null)).toBe(false);
  expect(by('browser')).toBe(false);
  // With one provider, only the phrasebook's answer has another one.
  expect(by('deepl', 'vera', false)).toBe(false);
  expect(by('phrasebook', 'vera', false)).toBe(true);
});
