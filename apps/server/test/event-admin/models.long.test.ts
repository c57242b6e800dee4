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
  expect(models).toHaveLength(6);
  expect(models[0]).toEqual({
    id: 'translation-en-zh',
    kind: 'translation',
    title: 'English to Chinese',
    state: 'missing',
    version: '3.0',
    licence: { name: 'MPL-2.0', url: expect.stringMatching(/^https:/) },
    optional: false,
    totalBytes: expect.any(Number),
  });
  const ready = await fetch(`${server.url}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({ models: { 'translation-en-zh': 'missing' } });
  expect((await page.call('POST', '/models/retry', { id: 'translation-en-zh' })).status).toBe(200);
  expect((await page.call('POST', '/models/retry', { id: 'unknown' })).status).toBe(404);
  expect((await page.call('POST', '/models/retry', { id: 5 })).status).toBe(422);
});

it('a test of the engine says that it is not ready, and is no failure of it', async () => {
  const { page } = await open({ TRANSLATION_LOCAL: 'on' });
  for (let turn = 0; turn < 4; turn++) {
    const test = await page.call('POST', '/engines/test', { kind: 'translation', engine: 'bergamot' });
    expect(test.body).toEqual({ ok: false, milliseconds: expect.any(Number), failure: 'not-ready' });
  }
  const [translation] = (await page.call('GET', '/engines')).body.groups;
  expect(translation.engines).toMatchObject([{ engine: 'bergamot', state: 'working', lastFailure: null }]);
});

it('without the models a text that the phrasebook does not know is refused as without an engine', async () => {
  const { server } = await open({ TRANSLATION_LOCAL: 'on' });
  const { client } = await server.person({ role: 'visitor' });
  const { error } = await client.functions.invoke('translate', {
    body: { text: 'The walnut crate leaks slowly', sourceLanguage: 'en', targetLanguage: 'zh' },
  });
  expect(error?.context.status).toBe(503);
});

it('switches a model for speech recognition on and off, and records who did', async () => {
  // Translation on this machine is off here, so that its models are not in the list.
  const { server, page } = await open({ MODELS_URL: 'http://127.0.0.1:1' });
  const { models } = (await page.call('GET', '/models')).body;
  expect(models).toEqual([
    expect.objectContaining({
      id: 'speech-sensevoice',
      state: 'off',
      optional: true,
      totalBytes: 239_549_735,
    }),
    expect.objectContaining({ id: 'speech-whisper-turbo', state: 'off', optional: true }),
  ]);
  expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({
    status: 'ready',
    models: { 'speech-sensevoice': 'off', 'speech-whisper-turbo': 'off' },
  });
  const change = async (action: string, id: unknown) =>
    (await page.call('POST', `/models/${action}`, { id })).status;
  expect(await change('enable', 'speech-sensevoice')).toBe(200);
  const [sensevoice] = (await page.call('GET', '/models')).body.models;
  expect(sensevoice.state).not.toBe('off');
  expect(await change('disable', 'speech-sensevoice')).toBe(200);
  expect((await page.call('GET', '/models')).body).toEqual({ models });

  expect(await change('enable', 'translation-en-zh')).toBe(404);
  expect(await change('enable', '../../etc')).toBe(404);
  expect(await change('disable', 'x'.repeat(101))).toBe(422);
  expect(await change('disable', ['speech-sensevoice'])).toBe(422);
  const stranger = await fetch(`${server.url}/organiser/v1/models/enable`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Organiser': 'page' },
    body: JSON.stringify({ id: 'speech-sensevoice' }),
  });
  expect(stranger.status).toBe(401);
  const { events } = (await page.call('GET', '/security-events')).body;
  const done = events.flatMap(({ details }: { details: Record<string, string> }) =>
    details.target === 'speech-sensevoice' ? [details.action] : [],
  );
  expect(done).toEqual(['model_disabled', 'model_enabled']);
});
