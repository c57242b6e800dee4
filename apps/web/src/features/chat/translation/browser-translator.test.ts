import { describe, expect, it, vi } from 'vitest';
import { browserTranslation } from './browser-translator.ts';

const JOB = { text: 'Hello', source: 'en', target: 'ar' } as const;

/** A browser with a translator, according to the documented interface. */
function browserWith(availability: string, create: () => Promise<unknown>) {
  return { Translator: { availability: vi.fn(async () => availability), create: vi.fn(create) } };
}
const translator = { translate: async (text: string) => `<${text}>` };

describe('the built-in Translator API', () => {
  it.each([
    ['available', 'ready'],
    ['downloadable', 'on-request'],
    ['downloading', 'on-request'],
    ['unavailable', 'none'],
  ])('that says %s is %s', async (availability, readiness) => {
    const scope = browserWith(availability, async () => translator);
    expect(await browserTranslation(scope).readiness('zh', 'ar')).toBe(readiness);
    expect(scope.Translator.availability).toHaveBeenCalledWith({
      sourceLanguage: 'zh',
      targetLanguage: 'ar',
    });
  });

  it('is missing in most browsers, and may refuse in others', async () => {
    expect(await browserTranslation({}).readiness('en', 'ar')).toBe('none');
    expect(await browserTranslation({}).translate(JOB)).toBeNull();
    const refusing = { Translator: { availability: () => Promise.reject(new Error('not allowed')) } };
    expect(await browserTranslation(refusing).readiness('en', 'ar')).toBe('none');
  });

  it('that never answers counts as missing', async () => {
    vi.useFakeTimers();
    const silent = { Translator: { availability: () => new Promise(() => {}) } };
    const readiness = browserTranslation(silent).readiness('en', 'ar');
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    expect(await readiness).toBe('none');
  });

  it('makes one translator for a pair of languages', async () => {
    const scope = browserWith('available', async () => translator);
    const browser = browserTranslation(scope);
    expect(await browser.translate(JOB)).toBe('<Hello>');
    expect(await browser.translate({ ...JOB, text: 'Bye' })).toBe('<Bye>');
    expect(scope.Translator.create).toHaveBeenCalledTimes(1);
    await browser.translate({ ...JOB, source: 'zh' });
    expect(scope.Translator.create).toHaveBeenCalledTimes(2);
  });

  it('that could not load its model is tried again', async () => {
    let works = false;
    const scope = browserWith('downloadable', () =>
      works ? Promise.resolve(translator) : Promise.reject(new DOMException('no activation')),
    );
    const browser = browserTranslation(scope);
    expect(await browser.translate(JOB)).toBeNull();
    works = true;
    expect(await browser.translate(JOB)).toBe('<Hello>');
  });
});
