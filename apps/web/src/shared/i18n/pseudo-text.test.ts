import i18next from 'i18next';
import { describe, expect, test } from 'vitest';
import { startPseudoLocale } from './pseudo-locale.ts';
import { pseudoText } from './pseudo-text.ts';

describe('a pseudo locale', () => {
  test('makes short labels twice as long, and longer texts by two fifths', () => {
    expect(pseudoText('Save', 'long')).toBe('[Sávë lore]');
    const text = 'Scan this QR code to start a chat session with us';
    expect(pseudoText(text, 'long').length).toBeGreaterThanOrEqual(text.length * 1.4);
  });

  test('turns words round, and leaves numbers and signs', () => {
    expect(pseudoText('12 new chats!', 'rtl')).toBe('12 \u202Enew\u202C \u202Echats\u202C!');
  });

  test('leaves what is blank', () => {
    expect(pseudoText(' ', 'long')).toBe(' ');
  });
});

test('holds for every text of an interface, with its values in it', async () => {
  const i18n = i18next.createInstance();
  await i18n.init({
    lng: 'en',
    resources: { en: { translation: { hello: 'Hello, {{name}}' } } },
    interpolation: { escapeValue: false },
  });
  const page = { dir: 'ltr' };
  await startPseudoLocale('rtl', i18n, page);
  expect(i18n.t('hello' as never, { name: 'Nora' } as never)).toBe('\u202EHello\u202C, \u202ENora\u202C');
  expect(page.dir).toBe('rtl');
});
