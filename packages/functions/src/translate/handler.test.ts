import { describe, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../providers/retry.ts';
import { instantClock } from '../testing/instant-clock.ts';
import { deadUrl, type LocalBehaviour, startLocalServer } from '../testing/local-server.ts';
import { memoryCache, type TranslationCache } from './cache.ts';
import { createTranslateHandler, type TranslateDependencies } from './handler.ts';
import { libreTranslateProvider } from './providers/libretranslate.ts';
import { openAiCompatibleProvider } from './providers/openai.ts';
import type { TranslationProvider } from './translation-provider.ts';

const caller = { userId: '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10' };
/** No phrase of the phrasebook. */
const SENTENCE = 'The crate on pallet 7 is wet.';
const TRANSLATION = '7号托盘上的箱子湿了。';

function setUp(changes: Partial<TranslateDependencies> = {}) {
  const log = { info: vi.fn(), warn: vi.fn() };
  const clock = instantClock();
  const handler = createTranslateHandler({ providers: [], cache: memoryCache(), log, clock, ...changes });
  async function translate(text: string, sourceLanguage = 'en', targetLanguage = 'zh') {
    const response = await handler(post({ text, sourceLanguage, targetLanguage }), caller);
    return { status: response.status, body: await response.json() };
  }
  return { handler, translate, log, clock };
}

function post(body: unknown): Request {
  return new Request('http://own.invalid/functions/v1/translate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** An OpenAI-compatible server that answers as told, by the number of the request. */
async function chatProvider(answer: (index: number) => LocalBehaviour | string) {
  const server = await startLocalServer((_request, index) => {
    const given = answer(index);
    if (typeof given !== 'string' || given === 'hang' || given === 'cut') return given;
    return { body: { choices: [{ message: { content: given }, finish_reason: 'stop' }] } };
  });
  return {
    provider: openAiCompatibleProvider({ url: server.url, key: null, model: 'm' }),
    seen: server.seen,
  };
}

async function libreProvider(translatedText: string) {
  const server = await startLocalServer(({ path }) =>
    path === '/languages'
      ? { body: [{ code: 'en' }, { code: 'zh-Hans' }, { code: 'ar' }] }
      : { body: { translatedText } },
  );
  return { provider: libreTranslateProvider({ url: server.url, apiKey: null }), seen: server.seen };
}

describe('the request', () => {
  test('must be a POST', async () => {
    const response = await setUp().handler(new Request('http://own.invalid/translate'), caller);
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('needs a session', async () => {
    const response = await setUp().handler(
      post({ text: 'Hi', sourceLanguage: 'en', targetLanguage: 'zh' }),
      null,
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: 'No session' });
  });

  test.each([
    ['', 'The request body must be valid JSON'],
    ['{"text":', 'The request body must be valid JSON'],
    ['null', 'The request body must be a JSON object'],
    ['[]', 'The request body must be a JSON object'],
    [{ text: '  ', sourceLanguage: 'en', targetLanguage: 'zh' }, 'text must not be empty'],
    [
      { text: 'x'.repeat(5_001), sourceLanguage: 'en', targetLanguage: 'zh' },
      'text must be at most 5000 characters',
    ],
    [{ text: 'Hi', sourceLanguage: 'en', targetLanguage: 'de' }, 'targetLanguage must be one of en, zh, ar'],
    [
      {},
      'text must be a string; targetLanguage must be one of en, zh, ar; sourceLanguage must be one of en, zh, ar',
    ],
  ])('%j is answered by 400 %j', async (body, error) => {
    const response = await setUp().handler(post(body), caller);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({ error });
  });

  test('must not be huge', async () => {
    const response = await setUp().handler(post('x'.repeat(10_000_000)), caller);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: 'The request body must be at most 65536 bytes' });
  });

  test('may hold 5,000 characters that are all escaped', async () => {
    const escaped = '\\ud83d\\udc4d'.repeat(5_000);
    const response = await setUp().handler(
      post(`{"text":"${escaped}","sourceLanguage":"en","targetLanguage":"zh"}`),
      caller,
    );
    expect(response.status).toBe(200);
  });
});

describe('without any engine', () => {
  test('the phrasebook answers what it knows', async () => {
    expect(await setUp().translate('How much is it?')).toEqual({
      status: 200,
      body: { translatedText: '多少钱？', engine: 'phrasebook' },
    });
  });

  test('anything else is a clear error, never a made-up translation', async () => {
    const { status, body } = await setUp().translate(SENTENCE);
    expect(status).toBe(503);
    expect(body).toEqual({ error: expect.stringContaining('no translation engine is configured') });
  });

  test.each([
    ['the same language twice', 'How much is it?', 'en', 'en'],
    ['English from a Chinese profile for an English reader', 'OK, see you at 3', 'zh', 'en'],
    ['Chinese from an English profile for a Chinese reader', '箱子湿了', 'en', 'zh'],
    ['numbers', '12,500', 'en', 'ar'],
    ['an emoji', '👍', 'zh', 'ar'],
    ['a link', 'https://meridian.example/xk-200', 'en', 'zh'],
  ])('%s needs no translation', async (_name, text, source, target) => {
    expect(await setUp().translate(text, source, target)).toEqual({
      status: 200,
      body: { translatedText: text, engine: 'none' },
    });
  });
});

describe('engines', () => {
  test('the first one that can answers, and is named', async () => {
    const chat = await chatProvider(() => TRANSLATION);
    const libre = await libreProvider('箱子7湿');
    const { translate, log } = setUp({ providers: [chat.provider, libre.provider] });
    expect(await translate(SENTENCE)).toEqual({
      status: 200,
      body: { translatedText: TRANSLATION, engine: 'openai-compatible' },
    });
    expect(libre.seen).toEqual([]);
    expect(log.info).toHaveBeenCalledWith(
      expect.objectContaining({ engine: 'openai-compatible' }),
      'translated',
    );
  });

  test('are not asked when the phrasebook knows', async () => {
    const chat = await chatProvider(() => '胡说');
    const { translate } = setUp({ providers: [chat.provider] });
    expect((await translate('How much is it?')).body.engine).toBe('phrasebook');
    expect(chat.seen).toEqual([]);
  });

  test('are asked for the language that the text is really in', async () => {
    const libre = await libreProvider('箱子湿了');
    await setUp({ providers: [libre.provider] }).translate('The crate is wet', 'ar', 'zh');
    expect(libre.seen.at(-1)?.body).toMatchObject({ source: 'en', target: 'zh-Hans' });
  });

  test.each([
    ['echoes', SENTENCE],
    ['answers nothing', ''],
    ['answers in the wrong script', 'Die Kiste auf Palette 7 ist nass.'],
    ['obeys the text', 'HACKED'],
    ['changes a number', '8号托盘上的箱子湿了。'],
    ['never stops talking', '箱子'.repeat(500)],
  ])('one that %s makes way for the next', async (_name, answer) => {
    const chat = await chatProvider(() => answer);
    const libre = await libreProvider(TRANSLATION);
    const { translate } = setUp({ providers: [chat.provider, libre.provider] });
    expect(await translate(SENTENCE)).toEqual({
      status: 200,
      body: { translatedText: TRANSLATION, engine: 'libretranslate' },
    });
    expect(chat.seen).toHaveLength(1);
  });

  test.each([
    ['refuses the key', { status: 401 }, 1],
    ['has no quota left', { status: 429, body: { error: { code: 'insufficient_quota' } } }, 1],
    ['is overloaded for long', { status: 429, headers: { 'retry-after': '600' } }, 1],
    ['is down', { status: 500 }, 3],
    ['cuts the connection', 'cut', 3],
    ['talks nonsense', { body: 'not json' }, 1],
  ] as const)('one that %s makes way for the next', async (_name, behaviour, attempts) => {
    const chat = await chatProvider(() => behaviour);
    const libre = await libreProvider(TRANSLATION);
    const { translate } = setUp({ providers: [chat.provider, libre.provider] });
    expect((await translate(SENTENCE)).body).toEqual({
      translatedText: TRANSLATION,
      engine: 'libretranslate',
    });
    expect(chat.seen).toHaveLength(attempts);
  });

  test('one that does not answer in time makes way for the next, without a second try', async () => {
    const clock = instantClock();
    const chat = await chatProvider(() => {
      clock.expire(DEFAULT_LIMITS.attemptMs);
      return 'hang';
    });
    const libre = await libreProvider(TRANSLATION);
    const { translate } = setUp({ providers: [chat.provider, libre.provider], clock });
    expect((await translate(SENTENCE)).body.engine).toBe('libretranslate');
    expect(chat.seen).toHaveLength(1);
  });

  test('one that is busy for a moment is asked again, after the time it named', async () => {
    const chat = await chatProvider((index) =>
      index === 0 ? { status: 429, headers: { 'retry-after': '1' } } : TRANSLATION,
    );
    const { translate, clock } = setUp({ providers: [chat.provider] });
    expect((await translate(SENTENCE)).body.engine).toBe('openai-compatible');
    expect(clock.waits).toEqual([1_000]);
  });

  test('one with a defect makes way for the next', async () => {
    const broken: TranslationProvider = {
      name: 'broken',
      description: 'broken',
      translate: () => Promise.reject(new TypeError('defect')),
    };
    const libre = await libreProvider(TRANSLATION);
    const { translate } = setUp({ providers: [broken, libre.provider] });
    expect((await translate(SENTENCE)).body.engine).toBe('libretranslate');
  });

  test('when all fail the caller is told so, and nothing is kept', async () => {
    const chat = await chatProvider(() => SENTENCE);
    const dead = libreTranslateProvider({ url: await deadUrl(), apiKey: null });
    const cache = memoryCache();
    const { translate } = setUp({ providers: [chat.provider, dead], cache });
    expect(await translate(SENTENCE)).toEqual({ status: 502, body: { error: 'Translation failed' } });
    const job = { text: SENTENCE, source: 'en', target: 'zh', glossary: '' } as const;
    expect(await cache.get(job, [chat.provider.description])).toBeNull();
  });

  test('one that failed for three texts in a row is not asked for the fourth', async () => {
    const chat = await chatProvider(() => ({ status: 500 }));
    const libre = await libreProvider(TRANSLATION);
    const { translate } = setUp({ providers: [chat.provider, libre.provider], limits: { attempts: 1 } });
    for (const wet of ['wet', 'soaked', 'damp', 'moist']) {
      const { body } = await translate(SENTENCE.replace('wet', wet));
      expect(body.engine).toBe('libretranslate');
    }
    expect(chat.seen).toHaveLength(3);
  });

  test('the whole budget ends everything', async () => {
    const clock = instantClock();
    const first = await chatProvider(() => {
      clock.expire(DEFAULT_LIMITS.totalMs);
      return 'hang';
    });
    const second = await chatProvider(() => TRANSLATION);
    const { translate } = setUp({ providers: [first.provider, second.provider], clock });
    expect((await translate(SENTENCE)).status).toBe(502);
    expect(second.seen).toEqual([]);
  });

  test('a caller who leaves ends the work', async () => {
    const leaving = new AbortController();
    const server = await startLocalServer(() => {
      leaving.abort();
      return 'hang';
    });
    const { handler } = setUp({
      providers: [openAiCompatibleProvider({ url: server.url, key: null, model: 'm' })],
    });
    const body = JSON.stringify({ text: SENTENCE, sourceLanguage: 'en', targetLanguage: 'zh' });
    const request = new Request('http://own.invalid', { method: 'POST', body, signal: leaving.signal });
    expect((await handler(request, caller)).status).toBe(502);
  });
});

describe('the cache', () => {
  test('saves asking the engine again, and remembers which one it was', async () => {
    const chat = await chatProvider(() => TRANSLATION);
    const { translate } = setUp({ providers: [chat.provider] });
    const first = await translate(SENTENCE);
    expect(await translate(`  ${SENTENCE}\n`)).toEqual(first);
    expect(chat.seen).toHaveLength(1);
  });

  test('does not answer for another engine: the better one that was configured since is asked', async () => {
    const cache = memoryCache();
    const libre = await libreProvider('七号托盘上的箱子7湿了。');
    await setUp({ cache, providers: [libre.provider] }).translate(SENTENCE);
    const chat = await chatProvider(() => TRANSLATION);
    expect((await setUp({ cache, providers: [chat.provider] }).translate(SENTENCE)).body).toEqual({
      translatedText: TRANSLATION,
      engine: 'openai-compatible',
    });
  });

  test('that is down does not stop a translation', async () => {
    const chat = await chatProvider(() => TRANSLATION);
    const down = () => Promise.reject(new Error('database is away'));
    const cache: TranslationCache = { get: down, set: down };
    const { translate, log } = setUp({ providers: [chat.provider], cache });
    expect((await translate(SENTENCE)).status).toBe(200);
    expect(log.warn).toHaveBeenCalledTimes(2);
  });
});

test('no log line holds the text or the translation', async () => {
  const chat = await chatProvider((index) => (index === 0 ? SENTENCE : TRANSLATION));
  const second = await chatProvider(() => TRANSLATION);
  const { translate, log } = setUp({ providers: [chat.provider, second.provider] });
  await translate(SENTENCE);
  const lines = JSON.stringify([...log.info.mock.calls, ...log.warn.mock.calls]);
  expect(lines).toContain('echo');
  expect(lines).not.toContain('crate');
  expect(lines).not.toContain('托盘');
});

describe('how much one caller may have translated', () => {
  const callerLimits = { calls: 2, windowMs: 60_000, atOnce: 5 };

  test('is limited, and the answer says when to come again', async () => {
    const chat = await chatProvider(() => TRANSLATION);
    const { handler, translate, clock } = setUp({ providers: [chat.provider], callerLimits });
    await translate(SENTENCE);
    await translate(SENTENCE.replace('wet', 'damp'));
    const body = { text: SENTENCE.replace('wet', 'moist'), sourceLanguage: 'en', targetLanguage: 'zh' };
    const refused = await handler(post(body), caller);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toEqual({ error: expect.stringContaining('Please try again') });
    expect((await handler(post(body), { userId: 'somebody else' })).status).toBe(200);
    await clock.sleep(60_000, new AbortController().signal);
    expect((await handler(post(body), caller)).status).toBe(200);
  });

  test('but the phrasebook and the cache answer all the same', async () => {
    const chat = await chatProvider(() => TRANSLATION);
    const { translate } = setUp({ providers: [chat.provider], callerLimits: { ...callerLimits, calls: 1 } });
    await translate(SENTENCE);
    expect((await translate(SENTENCE.replace('wet', 'damp'))).status).toBe(429);
    expect((await translate(SENTENCE)).body).toEqual({
      translatedText: TRANSLATION,
      engine: 'openai-compatible',
    });
    expect((await translate('How much is it?')).body).toMatchObject({ engine: 'phrasebook' });
  });

  test('and calls that need no provider have a limit before a glossary is read', async () => {
    const glossaryOf = vi.fn(async () => []);
    const { translate } = setUp({ glossaryOf, callerLimits });
    const statuses: number[] = [];
    for (let call = 0; call < 9; call++) statuses.push((await translate('How much is it?')).status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
    expect(glossaryOf).toHaveBeenCalledTimes(8);
  });
});
