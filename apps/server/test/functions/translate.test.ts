import { type FunctionsHttpError, FunctionsRelayError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';
import { type Provider, startProvider } from './engine.ts';

const OFFER = 'Our brass fittings are cast in one piece.';
const OFFER_ZH = '我们的黄铜配件是一体铸造的。';

let provider: Provider;
let server: TestServer;
let user: SignedIn;

beforeAll(async () => {
  provider = await startProvider((asked) => {
    if (asked.includes(OFFER)) return { status: 200, content: OFFER_ZH };
    return asked.includes('echo me back')
      ? { status: 200, content: 'Please echo me back today' }
      : { status: 400 };
  });
  server = await startTestServer({
    TRANSLATION_OPENAI_URL: provider.url,
    TRANSLATION_OPENAI_MODEL: 'test-model',
  });
  user = await server.person({ role: 'visitor' });
});
afterAll(async () => {
  await server.stop();
  provider.server.close();
});

async function translate(client: SignedIn['client'], body: unknown) {
  const { data, error } = await client.functions.invoke('translate', {
    body: body as Record<string, unknown>,
  });
  if (!error) return { status: 200, ...(data as object) };
  const response = (error as FunctionsHttpError).context as Response;
  return { status: response.status, ...((await response.json()) as object) };
}

const request = (text: string) => ({ text, sourceLanguage: 'en', targetLanguage: 'zh' });

describe('functions/v1/translate', () => {
  it('asks the engine once and answers from the cache afterwards', async () => {
    const first = await translate(user.client, request(OFFER));
    expect(first).toMatchObject({ status: 200, translatedText: OFFER_ZH });
    const before = provider.asked.length;
    expect(await translate(user.client, request(OFFER))).toEqual(first);
    expect(provider.asked).toHaveLength(before);
    const kept = await server.sql<{ translated_text: string }>(
      'select translated_text from dragoman.translation_cache',
    );
    expect(kept).toEqual([{ translated_text: OFFER_ZH }]);
  });

  it('a kept translation that is read goes to the end of the row of those that may go', async () => {
    await server.sql(`update dragoman.translation_cache set used_at = now() - interval '3 days'`);
    expect(await translate(user.client, request(OFFER))).toMatchObject({ translatedText: OFFER_ZH });
    // Written after the response, which does not wait for it.
    await expect
      .poll(() =>
        server.sql(`select 1 from dragoman.translation_cache where used_at > now() - interval '1 minute'`),
      )
      .toHaveLength(1);
  });

  it('needs a signed-in user', async () => {
    expect(await translate(server.client(), request(OFFER))).toEqual({ status: 401, error: 'No session' });
    const forged = await fetch(`${server.url}/functions/v1/translate`, {
      method: 'POST',
      headers: { authorization: 'Bearer x.y.z', apikey: server.ctx.apiKeys.publishable },
      body: JSON.stringify(request(OFFER)),
    });
    expect(forged.status).toBe(401);
  });

  it('reports a failing engine, and never keeps an echo', async () => {
    expect(await translate(user.client, request('A text that the engine refuses'))).toEqual({
      status: 502,
      error: 'Translation failed',
    });
    expect(await translate(user.client, request('Please echo me back today'))).toMatchObject({ status: 502 });
    const kept = await server.sql('select 1 from dragoman.translation_cache');
    expect(kept).toHaveLength(1);
  });

  it('names what is wrong with a request', async () => {
    expect(await translate(user.client, { ...request(OFFER), targetLanguage: 'fr' })).toMatchObject({
      status: 400,
      error: expect.stringContaining('targetLanguage'),
    });
    expect(await translate(user.client, request('   '))).toMatchObject({ status: 400 });
    expect(await translate(user.client, request('x'.repeat(5001)))).toMatchObject({ status: 400 });
    expect(await translate(user.client, request('x'.repeat(10_000_000)))).toMatchObject({ status: 413 });
    const notJson = await fetch(`${server.url}/functions/v1/translate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.accessToken}` },
      body: '{"text":',
    });
    expect(notJson.status).toBe(400);
  });

  it('answers 404 for a function that does not exist, also for names that objects have', async () => {
    for (const name of ['missing', 'constructor', '__proto__']) {
      const answer = await fetch(`${server.url}/functions/v1/${name}`, { method: 'POST' });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toHaveProperty('error');
    }
  });

  it('lets the client tell an error of the host from one of the function', async () => {
    const { error } = await user.client.functions.invoke('missing', { body: {} });
    expect(error).toBeInstanceOf(FunctionsRelayError);
    expect((error.context as Response).headers.get('access-control-expose-headers')).toContain(
      'x-relay-error',
    );
  });

  it('takes any region, method and type of body that the client sends', async () => {
    const region = await user.client.functions.invoke('translate', {
      body: request('Thank you'),
      region: 'eu-central-1' as never,
    });
    expect(region.error).toBeNull();
    const text = await user.client.functions.invoke('translate', {
      body: JSON.stringify(request('Thank you')),
    });
    expect(text).toMatchObject({ error: null, data: { engine: 'phrasebook' } });
    const get = await user.client.functions.invoke('translate', { method: 'GET' });
    expect((get.error.context as Response).status).toBe(405);
    const preflight = await fetch(`${server.url}/functions/v1/translate?forceFunctionRegion=eu-central-1`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://fair.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-region',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('x-region');
  });
});
