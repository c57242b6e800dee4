import type { Language } from '@dragoman/domain/languages';
import { describe, expect, test } from 'vitest';
import type { ProviderFailure } from '../../providers/provider.ts';
import {
  deadUrl,
  type LocalAnswer,
  type LocalBehaviour,
  startLocalServer,
} from '../../testing/local-server.ts';
import type { TranslationJob, TranslationProvider } from '../translation-provider.ts';
import { azureProvider } from './azure.ts';
import { deepLProvider } from './deepl.ts';
import { googleProvider } from './google.ts';

const job: TranslationJob = { text: 'How much is it?', source: 'en', target: 'zh' };

interface Provider {
  engine(url: string): TranslationProvider;
  success: LocalAnswer;
  /** The codes of the two languages in a request. */
  codes(body: unknown, path: string): { source: unknown; target: unknown };
  expectedCodes: Record<Language, { source: string; target: string }>;
  failures: Array<[name: string, LocalBehaviour, ProviderFailure]>;
}

const deepl: Provider = {
  engine: (url) => deepLProvider({ key: 'secret:fx', url }),
  success: { body: { translations: [{ detected_source_language: 'EN', text: '多少钱？' }] } },
  codes: (body) => {
    const { source_lang, target_lang } = body as Record<string, unknown>;
    return { source: source_lang, target: target_lang };
  },
  expectedCodes: {
    en: { source: 'EN', target: 'EN-US' },
    zh: { source: 'ZH', target: 'ZH-HANS' },
    ar: { source: 'AR', target: 'AR' },
  },
  failures: [
    ['a bad request', { status: 400, body: { message: 'Bad request' } }, 'bad-request'],
    ['a key that may not', { status: 403 }, 'refused'],
    ['a text that is too long', { status: 413 }, 'bad-request'],
    ['too many requests', { status: 429 }, 'rate-limited'],
    ['a quota that is used up', { status: 456, body: { message: 'Quota exceeded' } }, 'quota'],
    ['too busy', { status: 529 }, 'unavailable'],
    ['no translations', { body: { translations: [] } }, 'bad-answer'],
  ],
};

const googleError = (status: number, reason: string): LocalBehaviour => ({
  status,
  body: { error: { code: status, message: 'no', errors: [{ domain: 'usageLimits', reason }] } },
});

const google: Provider = {
  engine: (url) => googleProvider({ key: 'secret', url }),
  success: { body: { data: { translations: [{ translatedText: '多少钱？' }] } } },
  codes: (body) => body as { source: unknown; target: unknown },
  expectedCodes: {
    en: { source: 'en', target: 'en' },
    zh: { source: 'zh-CN', target: 'zh-CN' },
    ar: { source: 'ar', target: 'ar' },
  },
  failures: [
    ['a bad request', googleError(400, 'invalid'), 'bad-request'],
    ['a key that may not', googleError(403, 'forbidden'), 'refused'],
    ['a quota that is used up', googleError(403, 'dailyLimitExceeded'), 'quota'],
    ['haste with the status of a refusal', googleError(403, 'userRateLimitExceeded'), 'rate-limited'],
    ['a reason that is a name of JavaScript', googleError(403, 'constructor'), 'refused'],
    ['too many requests', { status: 429 }, 'rate-limited'],
    ['an outage', { status: 503 }, 'unavailable'],
    ['no translations', { body: { data: {} } }, 'bad-answer'],
  ],
};

const azureError = (status: number, code: number): LocalBehaviour => ({
  status,
  body: { error: { code, message: 'no' } },
});

const azure: Provider = {
  engine: (url) => azureProvider({ key: 'secret', region: 'uaenorth', url }),
  success: { body: [{ translations: [{ text: '多少钱？', to: 'zh-Hans' }] }] },
  codes: (_body, path) => {
    const { searchParams } = new URL(path, 'http://host.invalid');
    return { source: searchParams.get('from'), target: searchParams.get('to') };
  },
  expectedCodes: {
    en: { source: 'en', target: 'en' },
    zh: { source: 'zh-Hans', target: 'zh-Hans' },
    ar: { source: 'ar', target: 'ar' },
  },
  failures: [
    ['a bad target', azureError(400, 400036), 'bad-request'],
    ['a text that is too long', azureError(400, 400077), 'bad-request'],
    ['a key that is wrong', azureError(401, 401000), 'refused'],
    ['a quota that is used up', azureError(403, 403001), 'quota'],
    ['too many requests', azureError(429, 429001), 'rate-limited'],
    ['an outage', { status: 503 }, 'unavailable'],
    ['no translations', { body: [] }, 'bad-answer'],
  ],
};

describe.each<[string, Provider]>([
  ['DeepL', deepl],
  ['Google', google],
  ['Azure', azure],
])('%s', (_name, service) => {
  test.each<[Language, Language]>([
    ['en', 'zh'],
    ['zh', 'ar'],
    ['ar', 'en'],
  ])('is asked from %s to %s by its own codes', async (source, target) => {
    const server = await startLocalServer(() => service.success);
    const provider = service.engine(`${server.url}/`);
    expect(await provider.translate({ ...job, source, target }, AbortSignal.timeout(5_000))).toBe('多少钱？');
    const [request] = server.seen;
    expect(service.codes(request?.body, request?.path ?? '')).toMatchObject({
      source: service.expectedCodes[source].source,
      target: service.expectedCodes[target].target,
    });
  });

  test.each(service.failures)('says of %s what it is', async (_case, behaviour, failure) => {
    const server = await startLocalServer(() => behaviour);
    await expect(service.engine(server.url).translate(job, AbortSignal.timeout(5_000))).rejects.toMatchObject(
      { name: 'EngineError', failure },
    );
  });

  test('hands on how long to wait', async () => {
    const server = await startLocalServer(() => ({ status: 429, headers: { 'retry-after': '7' } }));
    await expect(service.engine(server.url).translate(job, AbortSignal.timeout(5_000))).rejects.toMatchObject(
      { retryAfterMs: 7_000 },
    );
  });

  test('reports that the connection was refused', async () => {
    await expect(
      service.engine(await deadUrl()).translate(job, AbortSignal.timeout(5_000)),
    ).rejects.toMatchObject({ failure: 'network' });
  });

  test('shows its host to the operator, and never its key', () => {
    const { description } = service.engine('https://proxy.example/base');
    expect(description).toContain('proxy.example');
    expect(description).not.toContain('secret');
  });

  test('keeps its key out of the address', async () => {
    const server = await startLocalServer(() => service.success);
    await service.engine(server.url).translate(job, AbortSignal.timeout(5_000));
    expect(server.seen[0]?.path).not.toContain('secret');
    expect(JSON.stringify(server.seen[0]?.headers)).toContain('secret');
  });
});

describe('the requests as the providers document them', () => {
  async function requestOf(provider: (url: string) => TranslationProvider, success: LocalAnswer) {
    const server = await startLocalServer(() => success);
    await provider(server.url).translate(job, AbortSignal.timeout(5_000));
    return server.seen[0];
  }

  test('DeepL', async () => {
    expect(await requestOf(deepl.engine, deepl.success)).toMatchObject({
      method: 'POST',
      path: '/v2/translate',
      headers: { authorization: 'DeepL-Auth-Key secret:fx', 'content-type': 'application/json' },
      body: { text: ['How much is it?'], source_lang: 'EN', target_lang: 'ZH-HANS' },
    });
  });

  test('Google', async () => {
    expect(await requestOf(google.engine, google.success)).toMatchObject({
      method: 'POST',
      path: '/language/translate/v2',
      headers: { 'x-goog-api-key': 'secret' },
      body: { q: ['How much is it?'], source: 'en', target: 'zh-CN', format: 'text' },
    });
  });

  test('Azure', async () => {
    expect(await requestOf(azure.engine, azure.success)).toMatchObject({
      method: 'POST',
      path: '/translate?api-version=3.0&from=en&to=zh-Hans',
      headers: { 'ocp-apim-subscription-key': 'secret', 'ocp-apim-subscription-region': 'uaenorth' },
      body: [{ Text: 'How much is it?' }],
    });
  });

  test('a global Azure key names no region', async () => {
    const request = await requestOf((url) => azureProvider({ key: 'k', region: null, url }), azure.success);
    expect(request?.headers).not.toHaveProperty('ocp-apim-subscription-region');
  });

  test.each([
    ['abc:fx', 'api-free.deepl.com'],
    ['abc', 'api.deepl.com'],
  ])('the DeepL key %s belongs to %s', (key, host) => {
    expect(deepLProvider({ key, url: null }).description).toBe(`DeepL at ${host}`);
  });
});
