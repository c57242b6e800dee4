import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import { expect, test, vi } from 'vitest';
import { startLocalServer } from '../testing/local-server.ts';
import { memoryCache } from './cache.ts';
import { createTranslateHandler } from './handler.ts';
import { libreTranslateProvider } from './providers/libretranslate.ts';
import type { TranslationProvider } from './translation-provider.ts';

const CALLER = { userId: '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10' };
const SESSION = '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d11';
const BRASS: GlossaryTerm = { term: 'brass', mode: 'fixed', en: null, zh: '黄铜', ar: 'نحاس' };
const NOVA: GlossaryTerm = { term: 'NovaLine', mode: 'keep', en: null, zh: null, ar: null };

/** A LibreTranslate host that answers each text as told. */
async function providerOf(
  answer: (text: string) => string,
): Promise<{ provider: TranslationProvider; asked: string[] }> {
  const asked: string[] = [];
  const server = await startLocalServer(({ path, body }) => {
    if (path === '/languages') return { body: [{ code: 'en' }, { code: 'zh' }, { code: 'ar' }] };
    const { q } = body as { q: string };
    asked.push(q);
    return { body: { translatedText: answer(q) } };
  });
  return { provider: libreTranslateProvider({ url: server.url, apiKey: null }), asked };
}

function setUp(providers: TranslationProvider[], glossary: GlossaryTerm[]) {
  const glossaryOf = vi.fn(async (_userId: string, _sessionId: string | null) => glossary);
  const handler = createTranslateHandler({
    providers,
    cache: memoryCache(),
    log: { info: vi.fn(), warn: vi.fn() },
    glossaryOf,
  });
  async function translate(text: string, sourceLanguage = 'en', targetLanguage = 'zh', sessionId?: string) {
    const body = JSON.stringify({ text, sourceLanguage, targetLanguage, sessionId });
    const request = new Request('http://own.invalid/translate', { method: 'POST', body });
    return (await handler(request, CALLER)).json();
  }
  return { translate, glossaryOf };
}

test('an engine gets codes for the terms, and the reader the terms', async () => {
  const { provider, asked } = await providerOf(() => '我们的 QX-2 阀门是 QX-1 做的。');
  const { translate, glossaryOf } = setUp([provider], [BRASS, NOVA]);
  expect(await translate('Brass is in our novaline valves.', 'en', 'zh', SESSION)).toEqual({
    translatedText: '我们的 NovaLine 阀门是黄铜做的。',
    engine: 'libretranslate',
  });
  expect(asked).toEqual(['QX-1 is in our QX-2 valves.']);
  expect(glossaryOf).toHaveBeenCalledExactlyOnceWith(CALLER.userId, SESSION);
});

test('in the other direction the translation finds its way back to the term', async () => {
  const { provider, asked } = await providerOf(() => 'Is this QX-1 from last year?');
  expect(await setUp([provider], [BRASS]).translate('这批黄铜是去年的吗？', 'zh', 'en')).toMatchObject({
    translatedText: 'Is this brass from last year?',
  });
  expect(asked).toEqual(['这批QX-1是去年的吗？']);
});

test('an answer that has lost a term makes way for the next engine', async () => {
  const careless = await providerOf(() => '我们的阀门是铜做的。');
  const careful = await providerOf(() => '我们的阀门是QX-1做的。');
  const { translate } = setUp([careless.provider, careful.provider], [BRASS]);
  expect(await translate('Our valves are brass inside.')).toMatchObject({
    translatedText: '我们的阀门是黄铜做的。',
  });
  expect(careless.asked).toHaveLength(1);
});

test('a changed term does not serve the old translation, and leaves other texts alone', async () => {
  const { provider, asked } = await providerOf((text) =>
    text.includes('QX-1') ? '阀门是QX-1做的。' : '箱子湿了。',
  );
  const glossary = [BRASS];
  const { translate } = setUp([provider], glossary);
  expect(await translate('The valve is brass.')).toMatchObject({ translatedText: '阀门是黄铜做的。' });
  await translate('The crate is wet.');
  glossary[0] = { ...BRASS, zh: '铜锌合金' };
  expect(await translate('The valve is brass.')).toMatchObject({ translatedText: '阀门是铜锌合金做的。' });
  glossary.length = 0;
  expect(await translate('The valve is brass.')).toMatchObject({ translatedText: '箱子湿了。' });
  expect(asked).toHaveLength(4);
  await translate('The crate is wet.');
  expect(asked).toHaveLength(4);
});

test('the phrasebook answers only where it says the terms as the glossary does', async () => {
  const sample: GlossaryTerm = { term: 'sample', mode: 'fixed', en: null, zh: '样品', ar: null };
  const kept: GlossaryTerm = { ...NOVA, term: 'sample' };
  const question = 'Can I get a sample?';
  const { provider } = await providerOf(() => '可以给我一个 QX-1 吗？');
  expect(await setUp([], []).translate(question)).toMatchObject({ engine: 'phrasebook' });
  expect(await setUp([provider], [sample]).translate(question)).toMatchObject({ engine: 'phrasebook' });
  expect(await setUp([provider], [kept]).translate(question)).toEqual({
    translatedText: '可以给我一个 sample 吗？',
    engine: 'libretranslate',
  });
  expect(await setUp([], [kept]).translate(question)).toHaveProperty('error');
});

test.each([
  ['brass', '黄铜', 'glossary'],
  ['brass, NovaLine', '黄铜, NovaLine', 'glossary'],
  ['NovaLine', 'NovaLine', 'none'],
  ['novaline 👍', 'NovaLine 👍', 'glossary'],
])('%j alone needs no engine', async (text, translatedText, provider) => {
  expect(await setUp([], [BRASS, NOVA]).translate(text)).toEqual({ translatedText, engine: provider });
});

test('a brand in the reader’s script is no translation already done', async () => {
  const { provider } = await providerOf(() => 'QX-1 is our newest line, the crate is wet');
  const brand: GlossaryTerm = { ...NOVA, term: '海澜' };
  expect(
    await setUp([provider], [brand]).translate('海澜是我们最新的系列，箱子湿了', 'zh', 'en'),
  ).toMatchObject({
    translatedText: '海澜 is our newest line, the crate is wet',
  });
});
