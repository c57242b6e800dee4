import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';

/** An engine that speaks the OpenAI chat protocol and answers each text from a list. */
function startEngine(
  answers: (asked: string) => { status: number; content?: string },
): Promise<Server & { asked: string[] }> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push(body);
    const { status, content } = answers(body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }));
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(Object.assign(server, { asked })));
  });
}

const OFFER = 'Our brass fittings are cast in one piece.';
const OFFER_ZH = '我们的黄铜配件是一体铸造的。';

let engine: Server & { asked: string[] };
let server: TestServer;
let user: SignedIn;

beforeAll(async () => {
  engine = await startEngine((asked) => {
    if (asked.includes(OFFER)) return { status: 200, content: OFFER_ZH };
    return asked.includes('echo me back')
      ? { status: 200, content: 'Please echo me back today' }
      : { status: 400 };
  });
  const { port } = engine.address() as AddressInfo;
  server = await startTestServer({
    TRANSLATION_OPENAI_URL: `http://127.0.0.1:${port}/v1`,
    TRANSLATION_OPENAI_MODEL: 'test-model',
  });
  user = await server.signUp();
});
afterAll(async () => {
  await server.stop();
  engine.close();
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
    const before = engine.asked.length;
    expect(await translate(user.client, request(OFFER))).toEqual(first);
    expect(engine.asked).toHaveLength(before);
    const kept = await server.sql<{ translated_text: string }>(
      'select translated_text from dragoman.translation_cache',
    );
    expect(kept).toEqual([{ translated_text: OFFER_ZH }]);
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
});
