import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestServer } from '../harness.ts';
import { raw, startRestServer } from './fixture.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startRestServer();
});
afterAll(() => server.stop());

/** After each attack the tables are unchanged and the server answers. */
afterEach(async () => {
  const [count] = await server.sql<{ firms: string; halls: string }>(
    'select (select count(*) from public.firms) as firms, (select count(*) from public.halls) as halls',
  );
  expect(count).toEqual({ firms: '4', halls: '3' });
  expect((await raw(server, '/halls?select=id')).status).toBe(200);
});

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  raw(server, path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

const query = (path: string, parameters: Record<string, string>) =>
  raw(server, `${path}?${new URLSearchParams(parameters)}`);

describe('too much', () => {
  it('of a body is refused before it is read', async () => {
    const answer = await post('/firms', JSON.stringify({ name: 'x'.repeat(10_000_000) }));
    expect(answer).toMatchObject({
      status: 413,
      json: { code: 'PGRST102', message: expect.stringContaining('1048576 bytes') },
    });
  });

  it('of a body without a length is refused while it comes', async () => {
    const { port } = new URL(server.url);
    const status = await new Promise<string>((resolve, reject) => {
      const socket = net.connect(Number(port), '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
        if (answer.includes('\r\n')) {
          resolve(answer.split('\r\n')[0] ?? '');
          socket.destroy();
        }
      });
      socket.on('error', reject);
      socket.write(
        `POST /rest/v1/firms HTTP/1.1\r\nHost: x\r\napikey: ${server.ctx.apiKeys.publishable}\r\n` +
          'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      );
      const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
      for (let sent = 0; sent < 20; sent += 1) socket.write(chunk);
    });
    expect(status).toContain('413');
  });

  it('of a URL is refused', async () => {
    expect((await raw(server, `/firms?name=eq.${'x'.repeat(17_000)}`)).status).toBe(414);
  });

  it('of nesting is refused, in filters, embeds and bodies', async () => {
    const deepFilter = `(${'and('.repeat(500)}id.eq.1${')'.repeat(500)})`;
    expect(await query('/firms', { or: deepFilter })).toMatchObject({
      status: 400,
      json: { code: 'PGRST100', details: 'filters may be nested at most 16 deep' },
    });
    const deepEmbed = `${'parent_id('.repeat(300)}id${')'.repeat(300)}`;
    expect(await query('/firms', { select: deepEmbed })).toMatchObject({
      status: 400,
      json: { code: 'PGRST100', details: 'embedded resources may be nested at most 8 deep' },
    });
    expect((await query('/firms', { select: `${'parent_id('.repeat(8)}id${')'.repeat(8)}` })).status).toBe(
      200,
    );
    for (const depth of [200, 200_000]) {
      const body = `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      expect(await post('/firms', body)).toMatchObject({ status: 400, json: { code: 'PGRST102' } });
      expect(
        await post('/rpc/echo_json', `{"payload":${'['.repeat(depth)}${']'.repeat(depth)}}`),
      ).toMatchObject({ status: 400 });
    }
  });

  it('of filters, embeds and list values is refused, and many of them are not', async () => {
    const filters = (count: number) => Array.from({ length: count }, () => 'id=gt.0').join('&');
    expect((await raw(server, `/firms?${filters(400)}`)).status).toBe(200);
    expect((await raw(server, `/firms?${filters(501)}`)).json).toMatchObject({ code: 'PGRST100' });
    const values = (count: number) => `in.(${Array.from({ length: count }, () => '1').join(',')})`;
    expect((await query('/firms', { id: values(3000) })).status).toBe(200);
    expect((await raw(server, `/firms?id=${values(5001)}`)).json).toMatchObject({ code: 'PGRST100' });
  });
});

describe('odd texts', () => {
  it('with NUL are refused clearly', async () => {
    for (const path of [
      '/firms?name=eq.a%00b',
      '/firms?select=%22a%00b%22:id',
      '/rpc/greet?name=%00',
      '/firms?order=%00',
    ]) {
      expect(await raw(server, path)).toMatchObject({ status: 400, json: { code: '22021' } });
    }
    expect(await post('/firms', '{"name":"a\\u0000b"}')).toMatchObject({
      status: 400,
      json: { code: '22P05' },
    });
    expect(await post('/rpc/greet', '{"name":"\\u0000"}')).toMatchObject({
      status: 400,
      json: { code: '22P05' },
    });
    expect((await raw(server, '/fir%00ms')).status).toBe(404);
  });

  it('with half a character are refused clearly', async () => {
    expect(await post('/firms', '{"name":"\\ud800"}')).toMatchObject({
      status: 400,
      json: { code: '22P02' },
    });
    expect((await raw(server, '/firms?name=eq.%ED%A0%80')).status).toBe(400);
    expect((await raw(server, '/firms?name=eq.%FF')).status).toBe(400);
    // Bytes that are no UTF-8 become replacement characters, as everywhere on the web: no error, no
    // harm.
    const bytes = await fetch(`${server.url}/rest/v1/rpc/greet`, {
      method: 'POST',
      headers: { apikey: server.ctx.apiKeys.publishable, 'content-type': 'application/json' },
      body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    });
    expect(bytes.status).toBe(200);
  });

  it('of any script come back as they went', async () => {
    for (const name of ['👩‍👩‍👧 emoji', 'عربي مع تشكيلٌ', '𠮷野家', 'a\u2028b', "O'Brien \\ % _ *"]) {
      expect((await post('/rpc/greet', JSON.stringify({ name }))).json).toBe(`hello ${name}`);
      expect(await query('/firms', { name: `eq.${name}` })).toMatchObject({ status: 200, json: [] });
    }
  });

  it('that are no JSON are refused', async () => {
    for (const body of ['', '{', 'null', '5', '"x"', '[1]', '<xml/>', "{'a':1}", '{"a":1}}']) {
      expect(await post('/firms', body)).toMatchObject({ status: 400, json: { code: 'PGRST102' } });
    }
    expect(await post('/firms', '%PDF', { 'content-type': 'application/pdf' })).toMatchObject({
      status: 400,
      json: { code: 'PGRST102', message: 'Content-Type not acceptable: application/pdf' },
    });
  });

  it('of the wrong type are refused by the database', async () => {
    for (const body of [
      '{"id":"x"}',
      '{"id":1e400}',
      '{"active":"perhaps"}',
      '{"parent_id":99999999999}',
      '{"name":null}',
    ]) {
      expect(await post('/firms', body)).toMatchObject({
        status: 400,
        json: { code: expect.stringMatching(/^22|^23/) },
      });
    }
    // A number where a text belongs is fine, as in PostgreSQL.
    expect(await query('/firms', { id: 'eq.1e3' })).toMatchObject({ status: 400, json: { code: '22P02' } });
    expect(await query('/firms', { limit: '99999999999999999999' })).toMatchObject({ status: 400 });
    expect((await query('/firms', { limit: '999999999999999', offset: '999999999999999' })).json).toEqual([]);
  });
});

describe('errors', () => {
  it('never show the inside of the server', async () => {
    const answers = await Promise.all([
      raw(server, '/firms?select=id::nope'),
      raw(server, '/firms', { method: 'BREW' }).catch(() => null),
      post('/firms', '{'),
      raw(server, '/%E0%A4%A'),
      raw(server, '/rpc/'),
      raw(server, '/firms?id=eq.1&id'),
    ]);
    for (const answer of answers) {
      expect(answer?.text ?? '').not.toMatch(/node_modules|\.ts:|at Object|postgres:\/\//);
      if (answer && answer.status >= 400 && answer.json) {
        expect(Object.keys(answer.json as object).sort()).toEqual(['code', 'details', 'hint', 'message']);
      }
    }
  });

  it('do not open the door to many reloads of the schema', async () => {
    const looks = vi.spyOn(server.ctx.db, 'transaction');
    // A minute after the last look, and then all at the same time however long it takes.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    try {
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => raw(server, `/unknown_${n}`)));
      expect(answers.every((answer) => answer.status === 404)).toBe(true);
      expect(looks).toHaveBeenCalledTimes(1);
    } finally {
      vi.useRealTimers();
      looks.mockRestore();
    }
  });
});
