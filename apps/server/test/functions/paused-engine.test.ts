import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';

let asked = 0;
/** DeepL, as it answers an account whose characters are used up. */
const deepl = createServer((_request, response) => {
  asked += 1;
  response.writeHead(456, { 'content-type': 'application/json' });
  response.end('{"message":"Quota exceeded"}');
});
let server: TestServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => deepl.listen(0, '127.0.0.1', resolve));
  const { port } = deepl.address() as AddressInfo;
  server = await startTestServer({ DEEPL_KEY: 'a-key', DEEPL_URL: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await server.stop();
  deepl.close();
});

it('an engine whose quota is used up is asked once, and /readyz says so without its key', async () => {
  const ready = async () => (await fetch(`${server.url}/readyz`)).json();
  expect(await ready()).not.toHaveProperty('translationPaused');
  const { client } = await server.person({ role: 'visitor' });
  for (const text of ['The crate is wet.', 'The crate is dry.']) {
    const { error } = await client.functions.invoke('translate', {
      body: { text, sourceLanguage: 'en', targetLanguage: 'zh' },
    });
    expect(error?.context.status).toBe(502);
  }
  expect(asked).toBe(1);
  expect(await ready()).toMatchObject({
    status: 'ready',
    translationPaused: [{ engine: 'deepl', failure: 'quota', until: expect.stringMatching(/^\d{4}-.*Z$/) }],
  });
});
