import { LANGUAGES } from '@dragoman/domain/languages';
import { describe, expect, it } from 'vitest';
import { pushContent, renderDigest } from './digest.ts';
import type { UnreadChat, UnreadMessage } from './read-chats.ts';

const text = (words: string, translation: string | null = null): UnreadMessage => ({
  kind: 'text',
  words,
  translation,
});

function unread(change: Partial<UnreadChat> = {}, sessionId = 'one'): UnreadChat {
  return {
    chat: { sessionId, profileId: 'p', firstAt: '2026-11-25 10:00:00+00', tries: 1, pushedTo: [] },
    name: 'Helen',
    language: 'en',
    allowed: true,
    showText: true,
    quiet: null,
    address: 'li@fair.example',
    messages: [text('Good morning')],
    count: 1,
    ...change,
  };
}

const render = (chats: readonly UnreadChat[]) =>
  renderDigest({
    chats,
    to: 'li@fair.example',
    app: 'Dragoman',
    publicUrl: 'https://fair.example',
    unsubscribeUrl: 'https://fair.example/functions/v1/unsubscribe?token=x',
  });

describe('a digest', () => {
  it.each(LANGUAGES)('has every word in %s, in both forms, and no placeholder', (language) => {
    const messages: UnreadMessage[] = [
      text('一', 'one'),
      { kind: 'recording', words: null, translation: null },
      { kind: 'file', words: null, translation: null },
    ];
    for (const mail of [
      render([unread({ language, messages, count: 100 })]),
      render([unread({ language }), unread({ language }, 'two')]),
      render([unread({ language, showText: false })]),
    ]) {
      const words = `${mail.subject}${mail.text}${mail.html.replace(/style="[^"]*"/g, '')}`;
      expect(words).not.toMatch(/[{}]|undefined|null/);
      expect(mail.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
    }
  });

  it('can be ended with one click (RFC 8058), also by a person who reads it', () => {
    const { headers, text: plain, html } = render([unread()]);
    expect(headers).toEqual({
      'List-Unsubscribe': '<https://fair.example/functions/v1/unsubscribe?token=x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    for (const form of [plain, html]) expect(form).toContain('/functions/v1/unsubscribe?token=x');
  });

  it('shows ten chats and says how many more there are', () => {
    const chats = Array.from({ length: 14 }, (_, index) => unread({ name: `Person ${index}` }, `s${index}`));
    const { text: plain, html } = render(chats);
    expect(plain).toContain('Further chats: 4');
    expect(html.match(/<h2/g)).toHaveLength(10);
  });

  it('says nothing of what was written to a person who wants that', () => {
    const mail = render([unread({ showText: false, messages: [text('Secret', 'Geheim')] })]);
    expect(`${mail.subject}${mail.text}${mail.html}`).not.toMatch(/Secret|Geheim/);
  });

  it('lets no name or message become markup', () => {
    const { html } = render([unread({ name: '<i>{app}', messages: [text('<script>&"')] })]);
    expect(html).toContain('&lt;i&gt;{app}');
    expect(html).toContain('&lt;script&gt;&amp;&quot;');
    expect(html).not.toMatch(/<i>|<script>/);
  });

  it('has one Message-ID for all attempts, and another for other chats', () => {
    const first = render([unread(), unread({}, 'two')]);
    expect(render([unread({}, 'two'), unread()]).messageId).toBe(first.messageId);
    const later = unread({ chat: { ...unread().chat, firstAt: '2026-11-25 11:00:00+00' } });
    expect(render([later]).messageId).not.toBe(first.messageId);
  });
});

describe('a push', () => {
  it('prefers the reader’s language, then the words, then what kind of message it is', () => {
    const body = (message: UnreadMessage) => pushContent(unread({ messages: [text('old'), message] })).body;
    expect(body(text('早上好', 'Good morning'))).toBe('Good morning');
    expect(body(text('Good morning'))).toBe('Good morning');
    expect(body({ kind: 'recording', words: null, translation: null })).toBe('Voice message');
    expect(body({ kind: 'recording', words: '您好', translation: 'Hello' })).toBe('Hello');
  });

  it('is cut without cutting an emoji in half, and fits into a push message', () => {
    const content = pushContent(unread({ name: '🙂'.repeat(300), messages: [text('🙂'.repeat(500))] }));
    expect(content.body).toBe(`${'🙂'.repeat(199)}…`);
    expect(Buffer.byteLength(JSON.stringify(content))).toBeLessThan(3000);
  });
});
