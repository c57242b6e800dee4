import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ScopedStatement, Statement } from '../../src/db/database.ts';
import type { TestServer } from '../harness.ts';
import { type RawAnswer, raw, startRestServer } from './fixture.ts';

// Texts that would do something if they got into a statement, in every place that takes a text of
// the client.

/** Part of each attack, so that the test finds it in the statements that reach the database. */
const MARK = 'zqmark';

const INJECTIONS = [
  `'; delete from firms; --${MARK}`,
  `"; delete from firms; --${MARK}`,
  `1) or (1=1) ${MARK}`,
  `id" from firms; delete from firms; select "${MARK}`,
  `$1; delete from firms -- ${MARK}`,
  `\\'; delete from firms; --${MARK}`,
  `x'||(select pg_sleep(5))||'${MARK}`,
  `${MARK}(5)`,
  `${MARK}/**/or/**/1=1`,
  `firms.${MARK}`,
  `(select ${MARK})`,
  `${MARK}::text`,
  `${MARK}->>x`,
  `E'\\x27'${MARK}`,
  `$$${MARK}$$`,
  `${MARK}); drop table firms cascade; --`,
  `%27 union select ${MARK}`,
  `*,${MARK}`,
  `__proto__${MARK}`,
];

let server: TestServer;
const statements: string[] = [];
beforeAll(async () => {
  server = await startRestServer({ REST_PLAN_ENABLED: 'true', REST_ROLLBACK_ENABLED: 'true' });
  const { db } = server.ctx;
  const { request, requestMany } = db;
  vi.spyOn(db, 'request').mockImplementation((scope, statement: Statement, check) => {
    statements.push(statement.text);
    return request(scope, statement, check);
  });
  vi.spyOn(db, 'requestMany').mockImplementation((requests: readonly ScopedStatement[]) => {
    statements.push(...requests.map(({ statement }) => statement.text));
    return requestMany(requests);
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.stop();
});

/**
 * After each attack the rows are unchanged, and a statement contains a client's text only as a
 * quoted name.
 */
afterEach(async () => {
  const outside = statements.splice(0).map((text) => text.replace(/"(?:[^"]|"")*"/g, '""'));
  expect(outside.filter((text) => text.includes(MARK) || /;|--|\/\*/.test(text))).toEqual([]);
  const [count] = await server.sql(
    'select (select count(*) from public.firms) as firms, (select count(*) from public.halls) as halls',
  );
  expect(count).toEqual({ firms: '4', halls: '3' });
});

type Ask = (text: string) => Promise<RawAnswer>;

const quote = (text: string) => JSON.stringify(text);
const query = (path: string, parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  raw(server, `${path}?${new URLSearchParams(parameters)}`, { headers });
const send = (
  method: string,
  path: string,
  parameters: Record<string, string>,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  raw(server, `${path}?${new URLSearchParams(parameters)}`, {
    method,
    headers: { 'content-type': 'application/json', prefer: 'tx=rollback', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const post = (path: string, parameters: Record<string, string>, body: unknown, headers = {}) =>
  send('POST', path, parameters, body, headers);
const withHeader = (name: string, before = '', after = ''): Ask => {
  return (text) => query('/firms', { select: 'id' }, { [name]: `${before}${text}${after}` });
};

/** Names and grammar: unknown ones are refused. */
const REFUSED: Record<string, Ask> = {
  'a table': (text) => raw(server, `/${encodeURIComponent(text)}`),
  'a table to write to': (text) => send('DELETE', `/${encodeURIComponent(text)}`, { id: 'eq.1' }, ''),
  'a function': (text) => raw(server, `/rpc/${encodeURIComponent(text)}`),
  'a function that is posted to': (text) => post(`/rpc/${encodeURIComponent(text)}`, {}, {}),
  'a column': (text) => query('/firms', { select: text }),
  'a quoted column': (text) => query('/firms', { select: quote(text) }),
  'a column of an embed': (text) => query('/firms', { select: `badges(${text})` }),
  'a cast': (text) => query('/firms', { select: `id::${text}` }),
  'a cast to a list': (text) => query('/firms', { select: `id::${text}[]` }),
  'a cast of an aggregate': (text) => query('/firms', { select: `id.sum()::${text}` }),
  'an aggregate': (text) => query('/firms', { select: `id.${text}()` }),
  'an embed': (text) => query('/firms', { select: `${quote(text)}(id)` }),
  'an embed as it is': (text) => query('/firms', { select: `${text}(id)` }),
  'a spread': (text) => query('/firms', { select: `...${quote(text)}(id)` }),
  'a hint': (text) => query('/firms', { select: `badges!${quote(text)}(id)` }),
  'a hint as it is': (text) => query('/firms', { select: `badges!${text}(id)` }),
  'a filtered column': (text) => query('/firms', { [quote(text)]: 'eq.1' }),
  'a filtered column of an embed': (text) =>
    query('/firms', { select: 'badges(serial)', [`badges.${quote(text)}`]: 'eq.1' }),
  'a filtered embed': (text) => query('/firms', { [`${quote(text)}.id`]: 'eq.1' }),
  'an operator': (text) => query('/firms', { id: `${text}.1` }),
  'a quantifier': (text) => query('/firms', { id: `eq(${text}).{1}` }),
  'a negation': (text) => query('/firms', { id: `not.${text}.1` }),
  'a typed value': (text) => query('/firms', { id: `eq.${text}` }),
  'a typed value that is compared apart': (text) => query('/firms', { id: `isdistinct.${text}` }),
  'a value of an enum': (text) => query('/stands', { mood: `eq.${text}` }),
  'a truth value': (text) => query('/firms', { active: `is.${text}` }),
  'a list of typed values': (text) => query('/firms', { id: `in.(1,${quote(text)})` }),
  'a list of any values': (text) => query('/firms', { id: `eq(any).{1,${quote(text)}}` }),
  'a contained array': (text) => query('/stands', { tags: `cs.{${text}` }),
  'a contained document': (text) => query('/stands', { meta: `cs.${text}` }),
  'a range': (text) => query('/stands', { hours: `ov.[${text})` }),
  'a search configuration': (text) => query('/stands', { words: `fts(${text}).cup` }),
  'a logic tree': (text) => query('/firms', { or: `(id.eq.1,${text})` }),
  'a column of a logic tree': (text) => query('/firms', { or: `(${quote(text)}.eq.1)` }),
  'a logic tree of an embed': (text) =>
    query('/firms', { select: 'badges()', 'badges.or': `(${quote(text)}.eq.1)` }),
  'an order': (text) => query('/firms', { order: text }),
  'a quoted order': (text) => query('/firms', { order: quote(text) }),
  'a direction': (text) => query('/firms', { order: `id.${text}` }),
  'a place of nulls': (text) => query('/firms', { order: `id.asc.${text}` }),
  'a related order': (text) => query('/firms', { select: 'id,badges(serial)', order: `badges(${text})` }),
  'an order of an embed': (text) => query('/firms', { select: 'topics(id)', 'topics.order': text }),
  'an order of no embed': (text) => query('/firms', { order: `${quote(text)}(id)` }),
  'a limit': (text) => query('/firms', { limit: text }),
  'an offset': (text) => query('/firms', { offset: text }),
  'a limit of an embed': (text) => query('/firms', { select: 'topics(id)', 'topics.limit': text }),
  'an offset of an embed': (text) => query('/firms', { select: 'topics(id)', 'topics.offset': text }),
  'an argument name': (text) => post('/rpc/add_numbers', {}, { a: 1, [text]: 2 }),
  'an argument name in a URL': (text) => query('/rpc/add_numbers', { a: '1', [text]: '2' }),
  'an argument': (text) => post('/rpc/add_numbers', {}, { a: text }),
  'an argument in a URL': (text) => query('/rpc/add_numbers', { a: text }),
  'an argument in a list': (text) => post('/rpc/total', {}, { amounts: [1, text] }),
  'an argument in a list in a URL': (text) => query('/rpc/total', { amounts: `{1,${text}}` }),
  'an enum as an argument': (text) => post('/rpc/moods', {}, { moods: [text] }),
  'a filter of a function': (text) => query('/rpc/all_firms', { [`x.${quote(text)}`]: 'eq.1' }),
  'a column of a body': (text) => post('/firms', {}, { [text]: 1 }),
  'a column of an update': (text) => send('PATCH', '/firms', { id: 'eq.1' }, { [text]: 1 }),
  'a column of a PUT': (text) => send('PUT', '/halls', { id: 'eq.1' }, { id: 1, [text]: 1 }),
  'a column of CSV': (text) =>
    post('/firms', {}, `"${text.replaceAll('"', '""')}"\n1`, { 'content-type': 'text/csv' }),
  'a column of a form': (text) =>
    post('/firms', {}, new URLSearchParams({ [text]: '1' }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    }),
  'a typed value of a body': (text) => post('/firms', {}, { name: 'x', parent_id: text }),
  'a list of columns': (text) => post('/firms', { columns: quote(text) }, [{ name: 'x' }]),
  'a list of columns as it is': (text) => post('/firms', { columns: text }, [{ name: 'x' }]),
  'a conflict key': (text) =>
    post('/firms', { on_conflict: quote(text) }, { name: 'x' }, { prefer: 'resolution=merge-duplicates' }),
  'a conflict key as it is': (text) =>
    post('/firms', { on_conflict: text }, { name: 'x' }, { prefer: 'resolution=merge-duplicates' }),
  'a schema to read': withHeader('accept-profile'),
  'a schema to write': (text) => post('/firms', {}, { name: 'x' }, { 'content-profile': text }),
  'a media type': withHeader('accept', 'text/'),
  'the media type of a plan': withHeader('accept', 'application/vnd.pgrst.plan+text; for="', '"'),
  'the format of a plan': withHeader('accept', 'application/vnd.pgrst.plan+'),
  'a content type': (text) => post('/firms', {}, { name: 'x' }, { 'content-type': `application/${text}` }),
  'a strict preference': withHeader('prefer', 'handling=strict, '),
  'a strict time zone': withHeader('prefer', 'handling=strict, timezone='),
  'a strict limit of what is affected': withHeader('prefer', 'handling=strict, max-affected='),
  'a bearer token': (text) => withHeader('authorization', 'Bearer ')(text.replaceAll(' ', '')),
  'a key': withHeader('apikey'),
};

/** Texts, and what may be ignored: nothing happens but what would with any other text. */
const HARMLESS: Record<string, Ask> = {
  'a value': (text) => query('/firms', { name: `eq.${text}` }),
  'a pattern': (text) => query('/firms', { name: `ilike.${text}` }),
  'many patterns': (text) => query('/firms', { name: `like(any).{${quote(text)}}` }),
  'a list': (text) => query('/firms', { name: `in.(${quote(text)})` }),
  'a quoted value of a logic tree': (text) => query('/firms', { and: `(name.eq.${quote(text)})` }),
  'a search': (text) => query('/stands', { words: `wfts.${text}` }),
  'a key of a document': (text) => query('/stands', { select: `x:meta->${quote(text)}` }),
  'a key of a filtered document': (text) => query('/stands', { [`meta->>${quote(text)}`]: 'eq.x' }),
  'a key of an ordering document': (text) => query('/stands', { order: `meta->${quote(text)}` }),
  'an alias': (text) => query('/firms', { select: `${quote(text)}:id` }),
  'an alias of an embed': (text) => query('/firms', { select: `${quote(text)}:badges(serial)` }),
  'an alias of an aggregate': (text) => query('/firms', { select: `${quote(text)}:id.sum()` }),
  'a column of CSV that is read': (text) =>
    query('/firms', { select: `${quote(text)}:id` }, { accept: 'text/csv' }),
  'a text argument': (text) => post('/rpc/greet', {}, { name: text }),
  'a text argument in a URL': (text) => query('/rpc/greet', { name: text }),
  'a whole body': (text) => post('/rpc/whole_text', {}, text, { 'content-type': 'text/plain' }),
  'a text of a body': (text) => post('/topics', {}, { id: 77, title: text }),
  'a key of a document in a body': (text) =>
    send('PATCH', '/stands', { number: 'eq.1' }, { meta: { [text]: text } }),
  'a preference': withHeader('prefer'),
  'a count': withHeader('prefer', 'count='),
  'a time zone': withHeader('prefer', 'timezone='),
  'the options of a plan': withHeader('accept', 'application/vnd.pgrst.plan+text; options='),
  'a range of rows': withHeader('range'),
  'a range unit': withHeader('range-unit'),
  'another header': withHeader('x-client-info'),
  'a cookie': withHeader('cookie', 'a='),
  'another method': withHeader('x-http-method-override'),
};

describe('SQL as', () => {
  it.each(Object.entries(REFUSED))('%s is refused', async (_, ask) => {
    for (const text of INJECTIONS) {
      const { status, json } = await ask(text);
      const isRefusal = status >= 400 && status < 500 && status !== 408;
      expect({ text, status, isRefusal, json }).toMatchObject({
        isRefusal: true,
        json: { code: expect.any(String), message: expect.any(String) },
      });
    }
  });

  it.each(Object.entries(HARMLESS))('%s does nothing', async (_, ask) => {
    for (const text of INJECTIONS) {
      const { status } = await ask(text);
      expect({ text, isFine: status < 400, status }).toMatchObject({ isFine: true });
    }
  });

  it('comes back as the text that it is', async () => {
    for (const text of INJECTIONS) {
      expect((await post('/rpc/greet', {}, { name: text })).json).toBe(`hello ${text}`);
      const alias = await query('/firms', { select: `${quote(text)}:id`, id: 'eq.1' });
      expect(alias.text).toBe(`[{${quote(text)}:1}]`);
      const written = await post(
        '/topics',
        { select: 'title' },
        { id: 77, title: text },
        {
          prefer: 'return=representation, tx=rollback',
        },
      );
      expect(written.json).toEqual([{ title: text }]);
    }
  });
});

describe('a page', () => {
  it.each([
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '',
    ' ',
    'NaN',
    'Infinity',
    'null',
    '١',
    '1;1',
    '9'.repeat(16),
    '--1',
    '+',
  ])('of %j rows, or from there, is refused', async (value) => {
    for (const name of ['limit', 'offset', 'topics.limit', 'topics.offset']) {
      const { status, json } = await query('/firms', { select: 'id,topics(id)', [name]: value });
      expect({ name, status, json }).toMatchObject({
        status: expect.toSatisfy((code: number) => code === 400 || code === 416),
        json: { code: expect.stringMatching(/^PGRST10[03]$/) },
      });
    }
  });

  it.each(['-1-2', '5', 'a-b', '0-', '1-1, 3-4', 'bytes=0-1', '-', '99999999999999999999-'])(
    'of the range %s is whole or refused',
    async (range) => {
      const { status, json } = await query('/firms', { select: 'id' }, { range });
      expect(status).toBe(200);
      expect(json).toHaveLength(4);
    },
  );

  it('of names that every object has is nothing special', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
      for (const asked of [
        raw(server, `/${name}`),
        raw(server, `/rpc/${name}`),
        query('/firms', { select: name }),
        query('/firms', { select: `${name}(id)` }),
        query('/firms', { [name]: 'eq.1' }),
        query('/firms', { select: `id::${name}` }),
        query('/firms', { select: 'id' }, { 'accept-profile': name }),
        query('/firms', { select: 'id' }, { prefer: `handling=strict, ${name}=1` }),
        post('/firms', {}, `{"${name}":1}`),
        post('/rpc/add_numbers', {}, `{"a":1,"${name}":1}`),
      ]) {
        const { status } = await asked;
        expect({ name, isRefusal: status >= 400 && status < 500 }).toEqual({ name, isRefusal: true });
      }
    }
  });
});
