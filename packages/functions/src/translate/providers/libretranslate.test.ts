import { describe, expect, test } from 'vitest';
import {
  deadUrl,
  type LocalBehaviour,
  type LocalServer,
  startLocalServer,
} from '../../testing/local-server.ts';
import type { TranslationJob } from '../translation-provider.ts';
import { libreTranslateProvider } from './libretranslate.ts';

const job: TranslationJob = { text: 'How much is it?', source: 'en', target: 'zh' };

/** Speaks LibreTranslate's protocol: a list of languages, and whatever `translate` says. */
function startHost(codes: string[], translate: LocalBehaviour): Promise<LocalServer> {
  return startLocalServer((request) =>
    request.path === '/languages'
      ? { body: codes.map((code) => ({ code, name: code, targets: codes })) }
      : translate,
  );
}

const success: LocalBehaviour = { body: { translatedText: '多少钱？' } };

function translations(server: LocalServer) {
  return server.seen.filter((request) => request.path === '/translate').map((request) => request.body);
}

describe('the request', () => {
  test('is a plain text translation', async () => {
    const server = await startHost(['en', 'ar', 'zh-Hans'], success);
    const provider = libreTranslateProvider({ url: `${server.url}/`, apiKey: null });
    expect(await provider.translate(job, AbortSignal.timeout(5_000))).toBe('多少钱？');
    expect(translations(server)).toEqual([
      { q: 'How much is it?', source: 'en', target: 'zh-Hans', format: 'text' },
    ]);
  });

  test('has the key in its body when there is one', async () => {
    const server = await startHost(['en', 'zh'], success);
    await libreTranslateProvider({ url: server.url, apiKey: 'secret' }).translate(
      job,
      AbortSignal.timeout(5_000),
    );
    expect(translations(server)).toEqual([expect.objectContaining({ api_key: 'secret' })]);
  });
});

describe('the code of Chinese', () => {
  test.each([
    [['en', 'zh-Hans', 'zh-Hant'], 'zh-Hans'],
    [['en', 'zh'], 'zh'],
    [['en', 'zh', 'zh-Hans'], 'zh-Hans'],
  ])('on a host with %j is %s, asked once', async (codes, expected) => {
    const server = await startHost(codes, success);
    const provider = libreTranslateProvider({ url: server.url, apiKey: null });
    await provider.translate(job, AbortSignal.timeout(5_000));
    await provider.translate({ text: '你好', source: 'zh', target: 'en' }, AbortSignal.timeout(5_000));
    expect(translations(server)).toMatchObject([{ target: expected }, { source: expected }]);
    expect(server.seen.filter((request) => request.path === '/languages')).toHaveLength(1);
  });

  test('is zh on a host that does not list its languages', async () => {
    const server = await startLocalServer((request) =>
      request.path === '/languages' ? { status: 404 } : success,
    );
    await libreTranslateProvider({ url: server.url, apiKey: null }).translate(
      job,
      AbortSignal.timeout(5_000),
    );
    expect(translations(server)).toMatchObject([{ target: 'zh' }]);
  });

  test('a list that failed is asked for again', async () => {
    let broken = true;
    const server = await startLocalServer((request) => {
      if (request.path !== '/languages') return success;
      const answer: LocalBehaviour = broken
        ? { status: 503 }
        : { body: [{ code: 'en' }, { code: 'zh-Hans' }] };
      broken = false;
      return answer;
    });
    const provider = libreTranslateProvider({ url: server.url, apiKey: null });
    await provider.translate(job, AbortSignal.timeout(5_000));
    await provider.translate(job, AbortSignal.timeout(5_000));
    expect(translations(server)).toMatchObject([{ target: 'zh' }, { target: 'zh-Hans' }]);
  });
});

describe('failures', () => {
  test.each([
    ['a bad request', { status: 400, body: { error: 'en is not supported' } }, 'bad-request'],
    [
      'a key that is missing',
      { status: 403, body: { error: 'Visit the host to get an API key' } },
      'refused',
    ],
    ['too many requests', { status: 429, body: { error: 'Slowdown' } }, 'rate-limited'],
    ['a broken model', { status: 500, body: { error: 'Cannot translate text' } }, 'unavailable'],
    ['no translatedText', { body: { error: 'odd' } }, 'bad-answer'],
    ['invalid JSON', { body: 'nope' }, 'bad-answer'],
    ['a cut connection', 'cut', 'network'],
  ] as const)('%s', async (_name, behaviour, failure) => {
    const server = await startHost(['en', 'zh'], behaviour);
    const provider = libreTranslateProvider({ url: server.url, apiKey: null });
    await expect(provider.translate(job, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      name: 'EngineError',
      failure,
    });
  });

  test('a language that the host does not have', async () => {
    const server = await startHost(['en', 'fr'], success);
    const provider = libreTranslateProvider({ url: server.url, apiKey: null });
    await expect(provider.translate(job, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      failure: 'bad-request',
    });
    expect(translations(server)).toEqual([]);
  });

  test('connection refused', async () => {
    const provider = libreTranslateProvider({ url: await deadUrl(), apiKey: null });
    await expect(provider.translate(job, AbortSignal.timeout(5_000))).rejects.toMatchObject({
      failure: 'network',
    });
  });
});
