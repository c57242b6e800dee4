import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../model/chat-message.ts';
import { bubbleTexts, isUnreadable, roomFor } from './bubble-texts.ts';

function message(patch: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: 'm',
    session_id: 's',
    sender_id: 'you',
    content: 'Good evening.',
    translated_content: '晚上好。',
    type: 'text',
    transcript: null,
    translation_engine: null,
    duration_ms: null,
    source_language: 'en',
    target_language: 'zh',
    created_at: '2026-01-01T09:00:00Z',
    ...patch,
  };
}

const reader = { own: false, language: 'zh' } as const;
const writer = { own: true, language: 'en' } as const;

describe('the words of a bubble', () => {
  it('are the translation first for its reader, the original first for its writer', () => {
    const original = { part: 'original', text: 'Good evening.', language: 'en' };
    const translation = { part: 'translation', text: '晚上好。', language: 'zh' };
    expect(bubbleTexts(message(), reader)).toEqual({ main: translation, other: original });
    expect(bubbleTexts(message(), writer)).toEqual({ main: original, other: translation });
  });

  it('are the original first for who reads its language, and where the translation is in a third one', () => {
    expect(bubbleTexts(message(), { own: false, language: 'en' })?.main.part).toBe('original');
    expect(bubbleTexts(message(), { own: false, language: 'ar' })?.main.part).toBe('original');
    // Apps that set no target language translate for the recipient.
    expect(bubbleTexts(message({ target_language: null }), reader)?.main.part).toBe('translation');
  });

  it('are one text without a translation, and where both are the same', () => {
    expect(bubbleTexts(message({ translated_content: null }), reader)?.other).toBeNull();
    expect(bubbleTexts(message({ translated_content: ' Good evening. ' }), reader)?.other).toBeNull();
    expect(bubbleTexts(message({ type: 'audio', content: 's/a.webm' }), reader)).toBeNull();
  });

  it('cannot be read by others than their writer in another language', () => {
    expect(isUnreadable(message(), reader)).toBe(true);
    expect(isUnreadable(message(), { own: false, language: 'en' })).toBe(false);
    expect(isUnreadable(message(), { own: true, language: 'zh' })).toBe(false);
  });
});

describe('the room for a translation', () => {
  it('is shorter in Chinese, longer from it, and has the lines of the original', () => {
    const english = 'Our ceiling lamps come with a five-year warranty.';
    expect(roomFor(english, 'en', 'zh').length).toBeLessThan(english.length);
    expect(roomFor('请问绿色玻璃款什么时候能发货？', 'zh', 'en').length).toBeGreaterThan(40);
    expect(roomFor('one\n\ntwo', 'en', 'ar').split('\n')).toHaveLength(3);
    expect(roomFor('ab', null, 'zh')).toBe('eeeee');
  });
});
