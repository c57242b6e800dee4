import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import { type Provider, startProvider } from './engine.ts';

// Providers cost money and processor time: creating more users must not bring more calls.

const PER_ADDRESS = 20;
const ALTOGETHER = 25;

let provider: Provider;
let server: TestServer;
beforeAll(async () => {
  provider = await startProvider(() => ({ status: 200, content: '箱子是湿的。' }));
  server = await startTestServer({
    TRANSLATION_OPENAI_URL: provider.url,
    TRANSLATION_OPENAI_MODEL: 'test-model',
    STT_OPENAI_URL: provider.url,
    STT_OPENAI_MODEL: 'test-model',
    ASSISTANT_OPENAI_URL: provider.url,
    ASSISTANT_OPENAI_MODEL: 'test-model',
    VISION_OPENAI_URL: provider.url,
    VISION_OPENAI_MODEL: 'test-model',
    READER_ENABLED: 'false',
    TRUST_PROXY: 'true',
    RATE_LIMIT_TRANSLATIONS_PER_ADDRESS: String(PER_ADDRESS),
    RATE_LIMIT_TRANSLATIONS_ALTOGETHER: String(ALTOGETHER),
    RATE_LIMIT_SCANS_WITHOUT_PROFILE: '8',
  });
});
afterAll(async () => {
  await server?.stop();
  provider?.server.close();
});
beforeEach(() => {
  provider.asked.length = 0;
});

interface Guest {
  token: string;
  userId: string;
}

async function newGuest({ withProfile }: { withProfile: boolean }): Promise<Guest> {
  const client = server.client();
  const { data } = await client.auth.signInAnonymously();
  if (!data.session || !data.user) throw new Error('no guest');
  if (withProfile) {
    const profile = { user_id: data.user.id, role: 'visitor', name: 'A guest', language: 'en' };
    const { error } = await client.from('profiles').insert(profile);
    if (error) throw error;
  }
  return { token: data.session.access_token, userId: data.user.id };
}

function callFunction(guest: Guest, name: string, body: BodyInit, address = '198.51.100.7') {
  return fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: server.ctx.apiKeys.publishable,
      authorization: `Bearer ${guest.token}`,
      'x-forwarded-for': address,
    },
    body,
  });
}

let sentence = 0;
const translate = (guest: Guest, address?: string) => {
  sentence += 1;
  // Numbers would have to be in the translation.
  const word = [...String(sentence)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const text = `The ${word} crate is wet.`;
  const body = JSON.stringify({ text, sourceLanguage: 'en', targetLanguage: 'zh' });
  return callFunction(guest, 'translate', body, address);
};
const picture = JSON.stringify({
  image: `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`,
});

it('gives no more to twelve new guests than to their address, and no more to many addresses than to all', async () => {
  const guests = await Promise.all(Array.from({ length: 12 }, () => newGuest({ withProfile: true })));
  const answers = await Promise.all(
    guests.flatMap((guest) => Array.from({ length: 12 }, () => translate(guest))),
  );
  expect(provider.asked).toHaveLength(PER_ADDRESS);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(PER_ADDRESS);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(144 - PER_ADDRESS);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);

  // People at other addresses continue, until the total limit is reached.
  const elsewhere = await Promise.all(guests.map((guest, n) => translate(guest, `203.0.113.${n}`)));
  expect(elsewhere.filter(({ status }) => status === 200)).toHaveLength(ALTOGETHER - PER_ADDRESS);
  expect(provider.asked).toHaveLength(ALTOGETHER);

  // The phrasebook costs nothing.
  const phrase = JSON.stringify({ text: 'How much is it?', sourceLanguage: 'en', targetLanguage: 'zh' });
  const [guest] = guests;
  if (!guest) throw new Error('no guest');
  expect((await callFunction(guest, 'translate', phrase)).status).toBe(200);
});

it('asks no engine for users without a profile', async () => {
  const guest = await newGuest({ withProfile: false });
  const audio = new FormData();
  audio.set('audio', new Blob(['x']));
  const id = crypto.randomUUID();
  const calls: [string, BodyInit][] = [
    ['translate', JSON.stringify({ text: 'A wet crate.', sourceLanguage: 'en', targetLanguage: 'zh' })],
    ['translate-messages', JSON.stringify({ messageIds: [id], targetLanguage: 'zh' })],
    ['speech-to-text', audio],
    ['convert-recording', new Blob(['x'])],
    ['assistant', JSON.stringify({ task: 'summary', sessionId: id, language: 'en' })],
  ];
  for (const [name, body] of calls) {
    const answer = await callFunction(guest, name, body);
    expect(answer.status, name).toBe(403);
    expect(await answer.json(), name).toEqual({
      code: 'no-profile',
      error: expect.stringContaining('set up your profile first'),
    });
  }
  expect(provider.asked).toEqual([]);
});

it('reads the card with which a profile begins, a few for a user and some for an address', async () => {
  const guests = await Promise.all(Array.from({ length: 4 }, () => newGuest({ withProfile: false })));
  const statuses: number[][] = [];
  for (const [n, guest] of guests.entries()) {
    const own: number[] = [];
    const name = n % 2 === 0 ? 'process-business-card' : 'process-entrance-pass';
    for (let turn = 0; turn < 7; turn += 1) own.push((await callFunction(guest, name, picture)).status);
    statuses.push(own);
  }
  const passed = statuses.map((own) => own.filter((status) => status !== 429).length);
  expect(passed).toEqual([6, 2, 0, 0]);
  expect(statuses.flat().filter((status) => status === 403)).toEqual([]);
  const [someone] = guests;
  if (!someone) throw new Error('no guest');
  expect((await callFunction(someone, 'process-business-card', picture, '203.0.113.99')).status).toBe(429);
  const [other] = guests.slice(-1);
  if (!other) throw new Error('no guest');
  expect((await callFunction(other, 'process-business-card', picture, '203.0.113.99')).status).not.toBe(429);
});
