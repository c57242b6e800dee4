import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../harness.ts';
import { openPage } from './page.ts';

const SECRET = 'quay-lantern-4711-harbour';

async function open(env: Record<string, string>) {
  const server = await startTestServer({ ORGANISER_SECRET: SECRET, ...env });
  onTestFinished(() => server.stop());
  const page = openPage(server.url);
  await page.first(SECRET);
  return { server, page };
}

it('lists the models with version, licence, size and state, here and in /readyz', async () => {
  const { server, page } = await open({ TRANSLATION_LOCAL: 'on' });
  const { models } = (await page.call('GET', '/models')).body;
  expect(models).toHaveLength(4);
  expect(models[0]).toEqual({
    id: 'translation-en-zh',
    kind: 'translation',
    title: 'English to Chinese',
    state: 'missing',
    version: '3.0',
    licence: { name: 'MPL-2.0', url: expect.stringMatching(/^https:/) },
    totalBytes: expect.any(Number),
  });
  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ models: { 'translation-en-zh': 'missing' } });
  expect((await page.call('POST', '/models/retry', { id: 'translation-en-zh' })).status).toBe(200);
  expect((await page.call('POST', '/models/retry', { id: 'unknown' })).status).toBe(404);
  expect((await page.call('POST', '/models/retry', { id: 5 })).status).toBe(422);
});

it('without the models a text that the phrasebook does not know is refused as without an engine', async () => {
  const { server } = await open({ TRANSLATION_LOCAL: 'on' });
  const { client } = await server.person({ role: 'visitor' });
  const { error } = await client.functions.invoke('translate', {
    body: { text: 'The walnut crate leaks slowly', sourceLanguage: 'en', targetLanguage: 'zh' },
  });
  expect(error?.context.status).toBe(503);
});

it('lists none where translation on this machine is off', async () => {
  const { server, page } = await open({});
  expect((await page.call('GET', '/models')).body).toEqual({ models: [] });
  expect(await (await fetch(`${server.url}/readyz`)).json()).not.toHaveProperty('models');
});
