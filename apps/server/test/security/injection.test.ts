import { randomUUID } from 'node:crypto';
import { call } from '@dragoman/supabase-server/test/auth/call';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Person } from '../harness.ts';
import { openRaw } from '../realtime/raw-socket.ts';
import { type StorageServer, startStorageServer } from '../storage/support.ts';

// The data API has a table of its own: test/rest/attack.test.ts.

let server: StorageServer;
let vendor: Person;
beforeAll(async () => {
  server = await startStorageServer({
    RATE_LIMIT_MAIL_DISTANCE_SECONDS: '0',
    RATE_LIMIT_SIGN_INS_PER_ACCOUNT: '0',
  });
  vendor = await server.person({ role: 'vendor' });
});
afterAll(() => server.stop());

/** The product's own: avatars, chat-files, booth-logos, catalogue. */
const BUCKETS = 4;

/** After every attempt: no rows were deleted, no user changed identity, and the server responds. */
afterEach(async () => {
  const [state] = await server.sql(
    `select (select count(*)::int from auth.users where role <> 'authenticated') as raised,
       (select count(*)::int from auth.users where id = $1) as vendor,
       (select count(*)::int from storage.buckets) as buckets`,
    [vendor.userId],
  );
  expect(state).toEqual({ raised: 0, vendor: 1, buckets: BUCKETS });
});

/** Texts that would do something if they got into a statement, a pattern or a filter. */
const INJECTIONS = [
  `' or '1'='1`,
  `'; delete from auth.users; --`,
  `"; delete from storage.buckets; --`,
  `\\'; delete from auth.users; --`,
  `$1; delete from auth.users`,
  `1) or (1=1`,
  `x'||(select pg_sleep(30))||'`,
  `%`,
  `_%`,
  `eq.1,or(id.gt.0)`,
  `*`,
  `a\u0000b`,
  `{"$gt":""}`,
  `\${jndi:ldap://127.0.0.1/x}`,
  `{{7*7}}`,
  `$(id)`,
  `../../etc/passwd`,
];

/** Places of a request that take a text, by service. Each gives the answer's status. */
const places: Record<string, (text: string) => Promise<{ status: number; text: string }>> = {
  'auth: address at sign-in': (text) => auth('/token?grant_type=password', { email: text, password: 'x' }),
  'auth: password at sign-in': (text) =>
    auth('/token?grant_type=password', { email: vendor.email, password: text }),
  'auth: refresh token': (text) => auth('/token?grant_type=refresh_token', { refresh_token: text }),
  'auth: grant': (text) => auth(`/token?${new URLSearchParams({ grant_type: text })}`, {}),
  'auth: code of a link': (text) =>
    auth('/token?grant_type=pkce', { auth_code: text, code_verifier: 'x'.repeat(43) }),
  'auth: verifier': (text) =>
    auth('/token?grant_type=pkce', { auth_code: randomUUID(), code_verifier: text }),
  'auth: code': (text) => auth('/verify', { type: 'email', email: vendor.email, token: text }),
  'auth: token hash': (text) => auth('/verify', { type: 'email', token_hash: text }),
  'auth: type of a code': (text) => auth('/verify', { type: text, email: vendor.email, token: '123456' }),
  'auth: scope of a sign-out': (text) =>
    auth(`/logout?${new URLSearchParams({ scope: text })}`, {}, vendor.accessToken),
  'auth: a factor': (text) => auth(`/factors/${encodeURIComponent(text)}/challenge`, {}, vendor.accessToken),
  'auth: a user, as administrator': (text) =>
    get(`/auth/v1/admin/users/${encodeURIComponent(text)}`, server.ctx.apiKeys.secret),
  'auth: a page of users': (text) =>
    get(`/auth/v1/admin/users?${new URLSearchParams({ page: text, per_page: text })}`, vendor.accessToken),
  'storage: a bucket': (text) => get(`/storage/v1/bucket/${encodeURIComponent(text)}`, vendor.accessToken),
  'storage: an object': (text) =>
    get(`/storage/v1/object/chat-files/${encodeURIComponent(text)}`, vendor.accessToken),
  'storage: the column of an order': (text) =>
    storage('/object/list/chat-files', { prefix: '', sortBy: { column: text, order: 'asc' } }),
  'storage: an order': (text) =>
    storage('/object/list/chat-files', { prefix: '', sortBy: { column: 'name', order: text } }),
  'storage: a cursor': (text) => storage('/object/list-v2/chat-files', { prefix: '', cursor: text }),
  'storage: a signed path': (text) =>
    storage(`/object/sign/chat-files/${encodeURIComponent(text)}`, { expiresIn: 60 }),
  'storage: where to move': (text) =>
    storage('/object/move', { bucketId: 'chat-files', sourceKey: text, destinationKey: 'x' }),
  'functions: a name': (text) => post(`/functions/v1/${encodeURIComponent(text)}`, {}, vendor.accessToken),
  'functions: a language': (text) =>
    post(
      '/functions/v1/translate',
      { text: 'Thank you', sourceLanguage: 'en', targetLanguage: text },
      vendor.accessToken,
    ),
};

/** Places that take any text and find nothing by it, as they should. */
const harmless: typeof places = {
  'auth: metadata': (text) => auth('/user', { data: { note: text } }, vendor.accessToken, 'PUT'),
  'auth: recovery': (text) => auth('/recover', { email: `${text.replace(/[^\w]/g, '')}x@fair.example` }),
  'storage: a bucket to list': (text) => storage(`/object/list/${encodeURIComponent(text)}`, { prefix: '' }),
  'storage: a prefix': (text) => storage('/object/list/chat-files', { prefix: text }),
  'storage: a search': (text) => storage('/object/list/chat-files', { prefix: '', search: text }),
  'storage: names to remove': (text) => storage('/object/chat-files', { prefixes: [text] }, 'DELETE'),
  'storage: many signed paths': (text) =>
    storage('/object/sign/chat-files', { expiresIn: 60, paths: [text] }),
};

async function read(response: Response) {
  return { status: response.status, text: await response.text() };
}
const send = async (target: string, method: string, body: unknown, bearer: string) =>
  read(
    await fetch(server.url + target, {
      method,
      headers: {
        apikey: server.ctx.apiKeys.publishable,
        authorization: `Bearer ${bearer}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
const get = (target: string, bearer: string) => send(target, 'GET', undefined, bearer);
const post = (target: string, body: unknown, bearer: string) => send(target, 'POST', body, bearer);
const auth = (path: string, body: unknown, bearer = 'none', method = 'POST') =>
  send(`/auth/v1${path}`, method, body, bearer);
const storage = (path: string, body: unknown, method = 'POST') =>
  send(`/storage/v1${path}`, method, body, vendor.accessToken);

/** Phrases that only an error of the database or of this program would contain. */
const INSIDES = /syntax error|pg_|select |DatabaseError|at .*\.ts|node_modules|unterminated|SQLSTATE/i;

describe('SQL, operators and templates in a parameter', () => {
  it.each(Object.keys(places))('%s: refused', async (place) => {
    for (const text of INJECTIONS) {
      const answer = await places[place]?.(text);
      expect({ text, refused: (answer?.status ?? 0) >= 400 && (answer?.status ?? 0) < 500 }).toEqual({
        text,
        refused: true,
      });
      expect(answer?.text.replaceAll(text, ''), text).not.toMatch(INSIDES);
    }
  });

  it.each(Object.keys(harmless))('%s: only a text', async (place) => {
    for (const text of INJECTIONS) {
      const answer = await harmless[place]?.(text);
      expect({ text, status: answer?.status }).toEqual({
        text,
        status: expect.toSatisfy((status: number) => status < 500),
      });
      expect(answer?.text.replaceAll(text, ''), text).not.toMatch(INSIDES);
    }
  });

  it('objects where texts belong are refused, as an operator of a document store would be', async () => {
    for (const value of [{ $gt: '' }, { $ne: null }, ['a'], 1, true]) {
      for (const body of [
        { email: value, password: 'x' },
        { email: vendor.email, password: value },
      ]) {
        expect(await auth('/token?grant_type=password', body)).toMatchObject({ status: 400 });
      }
      expect(await auth('/recover', { email: value })).toMatchObject({ status: 400 });
      expect(await auth('/verify', { type: 'email', email: vendor.email, token: value })).toMatchObject({
        status: 400,
      });
    }
  });

  it('a pattern finds no other user’s address', async () => {
    for (const email of ['%@fair.example', '_%@%', `${vendor.email.slice(0, 5)}%`]) {
      const { status, text } = await auth('/token?grant_type=password', { email, password: vendor.password });
      expect({ status, known: text.includes('access_token') }).toEqual({ status: 400, known: false });
    }
  });
});

describe('texts in realtime frames', () => {
  it('in topics, events, bindings and filters do nothing', async () => {
    const socket = await openRaw(server);
    try {
      for (const text of INJECTIONS) {
        const bindings = [
          { event: text, schema: 'public', table: 'messages' },
          { event: '*', schema: text, table: 'messages' },
          { event: '*', schema: 'public', table: text },
          { event: '*', schema: 'public', table: 'messages', filter: text },
          { event: '*', schema: 'public', table: 'messages', filter: `${text}=eq.1` },
          { event: '*', schema: 'public', table: 'messages', filter: `id=eq.${text}` },
          { event: '*', schema: 'public', table: 'messages', filter: `id=${text}.1` },
        ];
        const echo = JSON.stringify(text).slice(1, -1);
        const bound = await socket.join(`realtime:${randomUUID()}`, { postgres_changes: bindings });
        expect(JSON.stringify(bound.payload).replaceAll(echo, '')).not.toMatch(INSIDES);
        const reply = await socket.join(`realtime:${text}`);
        expect(['ok', 'error']).toContain(reply.payload.status);
      }
      socket.send({ ref: 'beat', topic: 'phoenix', event: 'heartbeat' });
      expect(await socket.frame(({ ref }) => ref === 'beat')).toMatchObject({ payload: { status: 'ok' } });
    } finally {
      socket.ws.terminate();
    }
  }, 60_000);
});

describe('keys of JSON that objects have from birth', () => {
  const EVIL = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1';

  it('change no object of the server, in any body', async () => {
    const bodies: Array<[string, string, string]> = [
      [
        'POST',
        '/auth/v1/signup',
        `{"email":"a@fair.example","password":"a long enough one","data":{${EVIL}},${EVIL}}`,
      ],
      ['PUT', '/auth/v1/user', `{"data":{${EVIL},"deep":{${EVIL}}}}`],
      ['POST', '/auth/v1/token?grant_type=password', `{${EVIL}}`],
      ['POST', '/rest/v1/messages', `{${EVIL}}`],
      ['POST', '/rest/v1/rpc/join_session', `{${EVIL}}`],
      ['POST', '/storage/v1/object/list/chat-files', `{"prefix":"",${EVIL}}`],
      [
        'POST',
        '/functions/v1/translate',
        `{"text":"Thank you","sourceLanguage":"en","targetLanguage":"zh",${EVIL}}`,
      ],
      [
        'POST',
        '/realtime/v1/api/broadcast',
        `{"messages":[{"topic":"x","event":"y","payload":{${EVIL}}}],${EVIL}}`,
      ],
    ];
    for (const [method, target, body] of bodies) {
      const { status } = await fetch(server.url + target, {
        method,
        headers: {
          apikey: server.ctx.apiKeys.publishable,
          authorization: `Bearer ${vendor.accessToken}`,
          'content-type': 'application/json',
        },
        body,
      });
      expect({ target, ok: status < 500 }).toEqual({ target, ok: true });
    }
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    const { body } = await call(server, '/settings');
    expect(body.polluted).toBeUndefined();
    // A client that reads it back gets the key as it went, as data of its own.
    const user = await call(server, '/user', { bearer: vendor.accessToken });
    expect(Object.hasOwn(user.body.user_metadata, '__proto__')).toBe(true);
  });
});

describe('patterns that take for ever', () => {
  it('do not block other requests: realtime filters match in linear time, and the database’s end with its time limit', async () => {
    const socket = await openRaw(server);
    try {
      const filter = `content=match.(a+)+$`;
      const reply = await socket.join('realtime:slow', {
        postgres_changes: [{ event: '*', schema: 'public', table: 'messages', filter }],
      });
      expect(reply.payload.status).toBe('ok');
      const session = await vendor.client
        .from('sessions')
        .insert({ vendor_id: vendor.profileId })
        .select('id')
        .single();
      await vendor.client.from('messages').insert({
        session_id: session.data?.id,
        sender_id: vendor.profileId,
        content: `${'a'.repeat(4000)}!`,
      });
      // A backtracking engine would block here practically forever.
      socket.send({ ref: 'beat', topic: 'phoenix', event: 'heartbeat' });
      expect(await socket.frame(({ ref }) => ref === 'beat')).toMatchObject({ payload: { status: 'ok' } });
    } finally {
      socket.ws.terminate();
    }
  });

  it.each([
    ['an address', () => auth('/recover', { email: `${'a.'.repeat(20_000)}@` })],
    ['an address of many at signs', () => auth('/recover', { email: '@'.repeat(50_000) })],
    ['a token', () => get('/auth/v1/user', `${'a'.repeat(5000)}.${'b'.repeat(5000)}.`)],
    [
      'a name of an object',
      () => get(`/storage/v1/object/chat-files/${'a/'.repeat(3000)}`, vendor.accessToken),
    ],
    [
      'a text to translate',
      () =>
        post(
          '/functions/v1/translate',
          { text: `${'1,'.repeat(2000)} ${'a-'.repeat(400)}`, sourceLanguage: 'en', targetLanguage: 'zh' },
          vendor.accessToken,
        ),
    ],
  ])('%s of endless repetition is answered', async (_name, attempt) => {
    expect((await attempt()).status).toBeLessThan(504);
  });
});
