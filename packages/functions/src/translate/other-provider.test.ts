import { expect, test, vi } from 'vitest';
import { instantClock } from '../testing/instant-clock.ts';
import { memoryCache } from './cache.ts';
import { createTranslateHandler } from './handler.ts';
import type { TranslationProvider } from './translation-provider.ts';

const caller = { userId: '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10' };
/** No phrase of the phrasebook. */
const SENTENCE = 'The crate on pallet 7 is wet.';
const FIRST = '7号托盘上的箱子湿了。';
const SECOND = '7号托盘上的木箱湿了。';

function provider(name: string, text: string) {
  const translate = vi.fn(async () => text);
  return { name, description: name, translate } satisfies TranslationProvider;
}

function setUp(providers: readonly TranslationProvider[], calls = 10) {
  const handler = createTranslateHandler({
    providers,
    cache: memoryCache(),
    log: { info: vi.fn(), warn: vi.fn() },
    clock: instantClock(),
    callerLimits: { calls, windowMs: 60_000, atOnce: 5 },
  });
  return async (more: object = {}, text = SENTENCE) => {
    const body = JSON.stringify({ text, sourceLanguage: 'en', targetLanguage: 'zh', ...more });
    const response = await handler(new Request('http://own.invalid', { method: 'POST', body }), caller);
    return { status: response.status, ...(await response.json()) };
  };
}

test('another provider than the named one translates, and others still get the first one', async () => {
  const first = provider('first', FIRST);
  const second = provider('second', SECOND);
  const translate = setUp([first, second]);
  const other = { status: 200, translatedText: SECOND, engine: 'second' };
  expect(await translate({ otherThan: 'first' })).toEqual(other);
  expect(await translate()).toEqual({ status: 200, translatedText: FIRST, engine: 'first' });
  expect(await translate({ otherThan: 'first' })).toEqual(other);
  expect(await translate({ otherThan: 'second' })).toMatchObject({ translatedText: FIRST });
  expect([first.translate.mock.calls.length, second.translate.mock.calls.length]).toEqual([1, 2]);
});

test('a phrase of the phrasebook is translated by a provider when the phrasebook is the named one', async () => {
  const translate = setUp([provider('first', '您好！')]);
  expect(await translate({}, 'Hello')).toMatchObject({ engine: 'phrasebook' });
  expect(await translate({ otherThan: 'phrasebook' }, 'Hello')).toMatchObject({ engine: 'first' });
});

test('without another provider the answer says so', async () => {
  expect(await setUp([provider('first', FIRST)])({ otherThan: 'first' })).toMatchObject({ status: 503 });
});

test('it counts against the same limit, and takes the name of a provider alone', async () => {
  const translate = setUp([provider('first', FIRST), provider('second', SECOND)], 1);
  expect(await translate({ otherThan: 'first' })).toMatchObject({ status: 200 });
  expect(await translate({ otherThan: 'first' })).toMatchObject({ status: 429 });
  expect(await translate({ otherThan: 'Not a name' })).toMatchObject({ status: 400 });
  expect(await translate({ otherThan: 'a'.repeat(41) })).toMatchObject({ status: 400 });
});
