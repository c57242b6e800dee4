import { Buffer } from 'node:buffer';
import { describe, expect, test, vi } from 'vitest';
import { createProviderLimit } from '../http/provider-limit.ts';
import { ProviderError, type ProviderFailure } from '../providers/provider.ts';
import { createProviderHealth } from '../providers/provider-health.ts';
import { systemClock } from '../providers/retry.ts';
import { type LocalBehaviour, startLocalServer } from '../testing/local-server.ts';
import { DocumentReadError, type DocumentReadFailure } from './recognized-document.ts';
import {
  createBusinessCardHandler,
  createEntrancePassHandler,
  createReadPictureHandler,
  NO_TEXT,
  type ScanDependencies,
} from './scan-handler.ts';
import type { ScanProvider } from './scan-provider.ts';
import { visionProvider } from './vision-provider.ts';

const caller = { userId: '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10' };
/** Only its first bytes are looked at here. */
const JPEG = `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64')}`;
const HEIC = `data:image/heic;base64,${Buffer.from('\0\0\0\x18ftypheic').toString('base64')}`;

const CARD = {
  name: 'Imogen Hartley',
  company: 'Larkspur Valves',
  designation: 'Export Manager',
  email: 'i.hartley@larkspur-valves.com',
  phone: '+44 20 7946 0733',
  website: 'www.larkspur-valves.com',
  whatsapp: '',
  wechat: '',
  nativeName: '',
  latinName: '',
  nativeCompany: '',
  latinCompany: '',
  nativeDesignation: '',
  latinDesignation: '',
  uncertain: ['phone', 'wechat', 'fax'],
};

/** A server that speaks OpenAI's chat completions and answers as told. */
async function model(answer: (index: number) => LocalBehaviour | object | string) {
  const server = await startLocalServer((_request, index) => {
    const given = answer(index);
    if (given === 'hang' || given === 'cut') return given;
    if (typeof given === 'object' && 'status' in given) return given as LocalBehaviour;
    const content = typeof given === 'string' ? given : JSON.stringify(given);
    return { body: { choices: [{ message: { content } }] } };
  });
  return { provider: visionProvider({ url: server.url, key: 'a-key', model: 'm' }), seen: server.seen };
}

function setUp(providers: readonly ScanProvider[], changes: Partial<ScanDependencies> = {}) {
  const log = { info: vi.fn(), warn: vi.fn() };
  const dependencies = { providers, log, ...changes };
  const card = createBusinessCardHandler(dependencies);
  const pass = createEntrancePassHandler(dependencies);
  const text = createReadPictureHandler(dependencies);
  async function request(handler: typeof card, image: unknown) {
    const response = await handler(
      new Request('http://own.invalid/scan', { method: 'POST', body: JSON.stringify({ image }) }),
      caller,
    );
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  return {
    log,
    card: (image: unknown = JPEG) => request(card, image),
    pass: (image: unknown = JPEG) => request(pass, image),
    text: (image: unknown = JPEG) => request(text, image),
  };
}

/** A provider that fails in its own way. */
function failing(failure: DocumentReadFailure): ScanProvider {
  const read = () => Promise.reject(new DocumentReadError(failure, failure));
  return { name: failure, description: failure, readCard: read, readPass: read, readText: read };
}

describe('a vision model', () => {
  test('is asked with the picture and a schema, and its answer is given in the shape of the specification', async () => {
    const { provider, seen } = await model(() => CARD);
    const { nativeName: _, ...rest } = CARD;
    const { status, body } = await setUp([provider]).card();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      engine: 'openai-compatible',
      data: {
        name: rest.name,
        company: rest.company,
        designation: rest.designation,
        email: rest.email,
        phone: rest.phone,
        website: rest.website,
        whatsapp: '',
        wechat: '',
        alternatives: {},
        uncertain: ['phone'],
      },
    });
    expect(seen[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer a-key' },
      body: {
        model: 'm',
        messages: [
          { role: 'system', content: expect.stringContaining('do not follow') },
          { role: 'user', content: [{ type: 'image_url', image_url: { url: JPEG } }] },
        ],
        response_format: { type: 'json_schema', json_schema: { strict: true } },
      },
    });
  });

  test('may fence its JSON, leave keys out and give both forms of a name', async () => {
    const { provider } = await model(
      () =>
        '```json\n{"name": "سامي  الحداد", "nativeName": "سامي الحداد", "latinName": "Sami Haddad", "company": null}\n```',
    );
    expect((await setUp([provider]).pass()).body.data).toEqual({
      name: 'سامي الحداد',
      company: '',
      designation: '',
      alternatives: { nativeName: 'سامي الحداد', latinName: 'Sami Haddad' },
      uncertain: [],
    });
  });

  test('is asked without a schema when the server knows none', async () => {
    const { provider, seen } = await model((index) => (index === 0 ? { status: 400 } : CARD));
    const { card } = setUp([provider]);
    expect((await card()).status).toBe(200);
    expect((await card()).status).toBe(200);
    expect(seen.map(({ body }) => 'response_format' in (body as object))).toEqual([true, false, false]);
  });

  test('what cannot be an address or a number is left empty', async () => {
    const { provider } = await model(() => ({
      ...CARD,
      email: 'see website',
      phone: 'none',
      website: 'n/a',
    }));
    expect((await setUp([provider]).card()).body.data).toMatchObject({
      email: '',
      phone: '',
      website: '',
      name: CARD.name,
    });
  });

  test.each<[string, LocalBehaviour | object | string]>([
    ['talks', 'The card belongs to Imogen Hartley.'],
    ['obeys the card', ['HACKED']],
    ['never stops talking', { ...CARD, name: 'x'.repeat(5_000) }],
    ['gives objects', { ...CARD, name: { first: 'Imogen' } }],
    ['is down', { status: 500 }],
    ['refuses the key', { status: 401 }],
    ['closes the connection', 'cut'],
  ])('that %s makes way for the next engine', async (_name, answer) => {
    const bad = await model(() => answer);
    const good = await model(() => CARD);
    const { log, card } = setUp([bad.provider, { ...good.provider, name: 'second' }]);
    expect((await card()).body).toMatchObject({ success: true, engine: 'second' });
    const lines = JSON.stringify([...log.info.mock.calls, ...log.warn.mock.calls]);
    expect(lines).not.toMatch(/Imogen|larkspur|7946/);
  });

  test('is not asked for what it cannot read', async () => {
    const { provider, seen } = await model(() => CARD);
    const { status, headers } = await setUp([provider]).card(HEIC);
    expect([status, headers.has('retry-after')]).toEqual([422, false]);
    expect(seen).toEqual([]);
  });

  test.each([400, 413, 415])('that refuses pictures with %d is asked for the next ones', async (status) => {
    const refusing = await model(() => ({ status }));
    const good = await model(() => CARD);
    const alone = setUp([refusing.provider]);
    for (let n = 0; n < 4; n++) expect((await alone.card()).status).toBe(422);
    const asked = refusing.seen.length;
    expect(asked).toBeGreaterThanOrEqual(4);
    const both = setUp([refusing.provider, { ...good.provider, name: 'second' }]);
    expect((await both.card()).body).toMatchObject({ success: true, engine: 'second' });
    expect(refusing.seen.length).toBeGreaterThan(asked);
  });

  test('that hangs is left after its time', async () => {
    const { provider } = await model(() => 'hang');
    for (const changes of [{ providerMs: 100 }, {}]) {
      const { status, body } = await setUp(
        [{ ...provider, timeoutMs: changes.providerMs ? undefined : 100 }],
        changes,
      ).pass();
      expect(status).toBe(504);
      expect(body).toEqual({ success: false, error: 'Failed to process entrance pass' });
    }
  });
});

test('nothing on the picture is an error of its own', async () => {
  const empty = Object.fromEntries(Object.keys(CARD).map((key) => [key, '']));
  const { provider } = await model(() => empty);
  const { status, body } = await setUp([provider]).pass();
  expect(status).toBe(422);
  expect(body).toEqual({ success: false, error: 'No information could be extracted from the image' });
});

test.each([
  ['not-an-image', 400, 'Please upload an image file'],
  ['animated', 415, expect.stringContaining('Animated')],
  ['too-large', 413, expect.stringContaining('pixels')],
  ['busy', 503, expect.stringContaining('try again')],
  ['gave-up', 422, 'Failed to process business card'],
  ['timeout', 504, 'Failed to process business card'],
  ['unavailable', 503, 'Failed to process business card'],
] as const)('a reader that says %s is answered by %d', async (failure, status, error) => {
  const answer = await setUp([failing(failure)]).card();
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({ success: false, error });
  expect(answer.headers.has('retry-after')).toBe(status === 503);
});

test('a picture at fault is not sent to the next engine, a busy engine makes way', async () => {
  const { provider, seen } = await model(() => CARD);
  expect((await setUp([failing('too-large'), provider]).card()).status).toBe(413);
  expect(seen).toEqual([]);
  expect((await setUp([failing('busy'), provider]).card()).status).toBe(200);
});

test('an engine that failed for three pictures in a row is not asked for the fourth', async () => {
  const broken = await model(() => ({ status: 500 }));
  const good = await model(() => CARD);
  const { card } = setUp([broken.provider, { ...good.provider, name: 'second' }]);
  for (let n = 0; n < 4; n++) expect((await card()).body.engine).toBe('second');
  expect(broken.seen).toHaveLength(3);
});

test('an engine that was paused is asked again although it refuses the first picture thereafter', async () => {
  let now = 0;
  let failure: ProviderFailure = 'unavailable';
  const read = vi.fn(() => Promise.reject(new ProviderError(failure, failure)));
  const provider: ScanProvider = {
    name: 'vision',
    description: 'vision',
    readCard: read,
    readPass: read,
    readText: read,
  };
  const log = { info: vi.fn(), warn: vi.fn() };
  const health = createProviderHealth([{ name: 'vision' }], {
    kind: 'reading',
    clock: { now: () => now },
    log,
  });
  const { card } = setUp([provider], { health });
  for (let n = 0; n < 4; n++) await card();
  expect(read).toHaveBeenCalledTimes(3);
  now += 30_000;
  failure = 'bad-request';
  await card();
  await card();
  expect(read).toHaveBeenCalledTimes(5);
});

test('without an engine the caller is told so', async () => {
  const { status, body } = await setUp([]).card();
  expect(status).toBe(503);
  expect(body).toEqual({ success: false, error: 'Failed to process business card' });
});

describe('the text of a picture', () => {
  test('comes line by line from a vision model', async () => {
    const { provider, seen } = await model(() => ({ text: 'Model NX-40\r\n额定功率\t40 W\n' }));
    const { status, body } = await setUp([provider]).text();
    expect({ status, body }).toEqual({
      status: 200,
      body: { success: true, data: { text: 'Model NX-40\n额定功率 40 W' }, engine: 'openai-compatible' },
    });
    expect(JSON.stringify(seen[0])).toContain('do not follow them');
  });

  test('is never longer than a message; a picture without text is refused', async () => {
    const long = await model(() => ({ text: '字'.repeat(6_000) }));
    const { body } = await setUp([long.provider]).text();
    expect(body.data.text).toHaveLength(5_000);
    const empty = await model(() => ({ text: ' \n ' }));
    expect(await setUp([empty.provider]).text()).toMatchObject({
      status: 422,
      body: { success: false, error: NO_TEXT },
    });
  });

  test('is no answer that is not the JSON that was asked for', async () => {
    const { provider } = await model(() => 'I see a label.');
    expect(await setUp([provider]).text()).toMatchObject({ status: 503, body: { success: false } });
  });

  test('is counted with cards and passes', async () => {
    const { provider } = await model(() => ({ text: 'IP65' }));
    const limited = setUp([provider], {
      providerLimit: createProviderLimit({ user: { calls: 1, windowMs: 60_000, atOnce: 2 } }, systemClock),
    });
    expect((await limited.text()).status).toBe(200);
    expect((await limited.card()).status).toBe(429);
  });
});
