import { streamOf } from '@dragoman/functions/testing/chat-stream';
import {
  type LocalBehaviour,
  type SeenRequest,
  startLocalServer,
} from '@dragoman/functions/testing/local-server';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../harness.ts';
import { type OrganiserPage, openPage } from './page.ts';

// Each provider is tried with a real request (docs/adr/0033).

const SECRET = 'quay-lantern-4711-harbour';
const KEY = 'sk-never-shown-4711';

async function openOrganiser(env: Record<string, string>): Promise<OrganiserPage> {
  const server = await startTestServer({ ORGANISER_SECRET: SECRET, ...env });
  onTestFinished(() => server.stop());
  const page = openPage(server.url);
  await page.first(SECRET);
  return page;
}

const environment = (url: string) => ({
  TRANSLATION_OPENAI_URL: `${url}/translation/v1`,
  TRANSLATION_OPENAI_KEY: KEY,
  TRANSLATION_OPENAI_MODEL: 'words',
  STT_OPENAI_URL: `${url}/speech/v1`,
  STT_OPENAI_KEY: KEY,
  STT_OPENAI_MODEL: 'ears',
  VISION_OPENAI_URL: `${url}/vision/v1`,
  VISION_OPENAI_KEY: KEY,
  VISION_OPENAI_MODEL: 'eyes',
  ASSISTANT_OPENAI_URL: `${url}/assistant/v1`,
  ASSISTANT_OPENAI_KEY: KEY,
  ASSISTANT_OPENAI_MODEL: 'pen',
});

const KINDS = ['translation', 'speech', 'reading', 'assistant'] as const;
type Kind = (typeof KINDS)[number];

const completion = (content: string) => ({ body: { choices: [{ message: { content } }] } });
const CARD = { name: 'Mara Fielding', company: 'Northquay Lamps Ltd' };
const WELL: Record<Kind, () => LocalBehaviour> = {
  translation: () => completion('欢迎光临我们的展位！'),
  speech: () => ({ body: { text: 'Thank you.' } }),
  reading: () => completion(JSON.stringify(CARD)),
  assistant: () => streamOf('<think>a test</think>', 'Hello', ' there'),
};

const kindOf = ({ path }: SeenRequest) => {
  const name = path.split('/')[1];
  return name === 'vision' ? 'reading' : (name as Kind);
};
const tryProvider = (page: OrganiserPage, kind: Kind, provider = 'openai-compatible') =>
  page.call('POST', '/engines/test', { kind, engine: provider });

it('says of each engine that it works, with what it made of a small piece of work', async () => {
  const providers = await startLocalServer((request) => WELL[kindOf(request)]());
  const page = await openOrganiser(environment(providers.url));
  const { groups } = (await page.call('GET', '/engines')).body;
  expect(groups.map(({ kind }: { kind: string }) => kind)).toEqual(KINDS);
  const answers: Record<Kind, string> = {
    translation: '欢迎光临我们的展位！',
    speech: 'Thank you.',
    reading: 'Mara Fielding, Northquay Lamps Ltd',
    assistant: 'Hello there',
  };
  for (const kind of KINDS) {
    const { status, body } = await tryProvider(page, kind);
    expect(body, kind).toEqual({ ok: true, milliseconds: expect.any(Number), answer: answers[kind] });
    expect(status).toBe(200);
  }
  expect(providers.seen.map(kindOf)).toEqual(KINDS);
  for (const { headers } of providers.seen) expect(headers.authorization).toBe(`Bearer ${KEY}`);
  const recording = providers.seen[1]?.bytes.toString('latin1');
  expect(recording).toContain('filename="sentence.wav"');
  expect(recording).toContain('RIFF');
  expect(JSON.stringify(providers.seen[2]?.body)).toContain('data:image/png;base64,iVBOR');
});

it('says of each engine what is wrong with it, and nothing that is secret', async () => {
  const silent = { body: { choices: [{ message: { content: '' } }] } };
  const wrong: Record<Kind, Array<[LocalBehaviour, string]>> = {
    translation: [[{ status: 429 }, 'rate-limited']],
    speech: [
      [{ body: 'no JSON' }, 'bad-answer'],
      [{ body: { text: ' ' } }, 'bad-answer'],
      [{ status: 401, body: { error: { message: `bad key ${KEY}` } } }, 'refused'],
    ],
    reading: [
      [completion('{"name":"","company":""}'), 'bad-answer'],
      ['cut', 'network'],
      // A server that knows no JSON schema is asked once more without.
      [{ status: 400, body: { error: { message: 'no such model' } } }, 'bad-request'],
      [{ status: 400, body: { error: { message: 'no such model' } } }, 'bad-request'],
    ],
    assistant: [
      [silent, 'bad-answer'],
      [{ ...streamOf('Hel'), pieces: [], ending: 'cut' }, 'network'],
      [{ status: 503 }, 'unavailable'],
    ],
  };
  const turns: Record<Kind, number> = { translation: 0, speech: 0, reading: 0, assistant: 0 };
  const providers = await startLocalServer((request) => {
    const kind = kindOf(request);
    const [behaviour] = wrong[kind][turns[kind]++] ?? ['cut' as const];
    return behaviour;
  });
  const page = await openOrganiser(environment(providers.url));
  const said: string[] = [];
  for (const kind of KINDS) {
    for (let turn = 0; turn < wrong[kind].length; turn = turns[kind]) {
      const { body } = await tryProvider(page, kind);
      expect(body, `${kind} ${turn}`).toEqual({
        ok: false,
        milliseconds: expect.any(Number),
        failure: wrong[kind][turn]?.[1],
      });
      said.push(JSON.stringify(body));
    }
  }
  const { groups } = (await page.call('GET', '/engines')).body;
  const speech = groups.find(({ kind }: { kind: string }) => kind === 'speech');
  expect(speech.engines[0]).toMatchObject({ state: 'paused', lastFailure: 'refused' });
  expect(JSON.stringify([said, groups])).not.toContain(KEY);
});

it('tries an engine a dozen times in ten minutes, and none that is not there', async () => {
  const providers = await startLocalServer((request) => WELL[kindOf(request)]());
  const page = await openOrganiser(environment(providers.url));
  for (const [kind, provider] of [
    ['translation', 'none'],
    ['none', 'openai-compatible'],
    ['constructor', 'constructor'],
  ]) {
    expect((await page.call('POST', '/engines/test', { kind, engine: provider })).status).toBe(404);
  }
  for (let turn = 0; turn < 12; turn += 1) expect((await tryProvider(page, 'speech')).status).toBe(200);
  expect(await tryProvider(page, 'speech')).toMatchObject({
    status: 429,
    body: { code: 'too_many_tests', retryAfterSeconds: expect.any(Number) },
  });
  // The others have counts of their own.
  expect((await tryProvider(page, 'assistant')).status).toBe(200);
});

it('has the built-in reader read a card', async () => {
  const page = await openOrganiser({});
  const { groups } = (await page.call('GET', '/engines')).body;
  expect(groups[2].engines[0]).toMatchObject({ engine: 'built-in', state: 'working' });
  expect(groups[3]).toMatchObject({ engines: [], advice: expect.stringContaining('ASSISTANT_OPENAI_URL') });
  const { body } = await tryProvider(page, 'reading', 'built-in');
  expect(body).toMatchObject({ ok: true, answer: expect.stringContaining('Fielding') });
});
