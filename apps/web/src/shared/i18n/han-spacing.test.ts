import { createInstance } from 'i18next';
import { expect, it } from 'vitest';
import { hanSpacing } from './han-spacing.ts';
import { textOptions } from './text-options.ts';

function textWith(name: string, language: 'zh' | 'en'): string {
  const texts = { text: '您即将与 \u2068{{name}}\u2069 开始聊天' };
  const resources = { [language]: { translation: texts } };
  const instance = createInstance();
  void instance.use(hanSpacing).init({ ...textOptions, resources, lng: language });
  return (instance.t as (key: string, values: object) => string)('text', { name });
}

it('a Chinese text has no space beside a name in Han, and keeps it beside Latin letters', () => {
  expect(textWith('林静怡', 'zh')).toBe('您即将与\u2068林静怡\u2069开始聊天');
  expect(textWith('Nora', 'zh')).toBe('您即将与 \u2068Nora\u2069 开始聊天');
  // A name keeps its own spaces.
  expect(textWith('林 静怡', 'zh')).toBe('您即将与\u2068林 静怡\u2069开始聊天');
  expect(textWith('林静怡', 'en')).toContain('与 \u2068林');
});
