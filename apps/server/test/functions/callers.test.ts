import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';

/** Calls of the provider that wait for the test to answer them. */
const held: ServerResponse[] = [];
const provider = createServer((request, response) => {
  request.resume();
  held.push(response);
});
let server: TestServer;

beforeAll(async () => {
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  server = await startTestServer({
    TRANSLATION_OPENAI_URL: `http://127.0.0.1:${port}/v1`,
    TRANSLATION_OPENAI_MODEL: 'test',
    CALLER_REQUESTS_AT_ONCE: '1',
    CALLER_REQUESTS_WAITING: '0',
  });
});
afterAll(async () => {
  await server.stop();
  provider.close();
});

it('one user has a few functions running at once; others and the database are not held up', async () => {
  const [guest, other] = await Promise.all([
    server.person({ role: 'visitor' }),
    server.person({ role: 'visitor' }),
  ]);
  const translate = (token: string, text: string) =>
    fetch(`${server.url}/functions/v1/translate`, {
      method: 'POST',
      body: JSON.stringify({ text, sourceLanguage: 'en', targetLanguage: 'zh' }),
      headers: {
        apikey: server.ctx.apiKeys.publishable,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      },
    });
  const running = translate(guest.accessToken, 'The crate is wet.');
  await vi.waitFor(() => expect(held).toHaveLength(1), 15_000);

  const refused = await translate(guest.accessToken, 'The crate is dry.');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('cache-control')).toBe('no-store');
  expect(await refused.json()).toEqual({ error: expect.stringMatching(/^Too many requests/) });

  const others = translate(other.accessToken, 'The crate is new.');
  await vi.waitFor(() => expect(held).toHaveLength(2), 15_000);
  expect((await guest.client.from('profiles').select('id')).error).toBeNull();

  for (const response of held) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: '箱子' } }] }));
  }
  expect((await Promise.all([running, others])).map(({ status }) => status)).toEqual([200, 200]);
});
