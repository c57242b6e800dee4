import { once } from 'node:events';
import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import { startTestServer, type TestServer } from '../harness.ts';
import {
  addGuest,
  addSession,
  eventually,
  type Guest,
  releaseClients,
  runScript,
  say,
  watch,
} from './fair.ts';
import { openRaw, type RawSocket, type Version } from './raw-socket.ts';

const VERSIONS: Version[] = ['1.0.0', '2.0.0'];
const MESSAGES = { event: '*', schema: 'public', table: 'messages' };

let server: TestServer;
let vendor: Guest;
let visitor: Guest;
let sessionId: string;
const open: RawSocket[] = [];

beforeAll(async () => {
  server = await startTestServer({ REALTIME_MAX_CHANNELS: '3' });
  vendor = await addGuest(server.ctx, 'vendor');
  visitor = await addGuest(server.ctx, 'visitor');
  sessionId = await addSession(server.ctx, vendor, visitor);
});
afterEach(async () => {
  for (const raw of open.splice(0)) raw.ws.terminate();
  await releaseClients();
});
afterAll(() => server?.stop());

async function raw(version: Version = '2.0.0'): Promise<RawSocket> {
  const socket = await openRaw(server, version);
  open.push(socket);
  return socket;
}

describe('the handshake', () => {
  /** The HTTP answer to a handshake that is refused. */
  async function refusal(
    query: string,
    path = '/realtime/v1/websocket',
  ): Promise<{ status: number; body: unknown }> {
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}${path}${query}`);
    const [, response] = await once(ws, 'unexpected-response');
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode, body: JSON.parse(text) };
  }

  it('is refused with 401 and a reason without a good key', async () => {
    const expired = await server.ctx.signingKeys.sign({ role: 'anon', exp: 1 });
    const endless = await server.ctx.signingKeys.sign({ role: 'anon' });
    const roleless = await server.ctx.signingKeys.sign({ exp: Math.floor(Date.now() / 1000) + 60 });
    for (const [query, reason] of [
      ['', /missing/],
      ['?apikey=', /missing/],
      ['?apikey=sb_publishable_wrong&vsn=2.0.0', /not one of this server/],
      ['?apikey=nonsense', /malformed/],
      [`?apikey=${expired}`, /expired/],
      [`?apikey=${endless}`, /role and exp/],
      [`?apikey=${roleless}`, /role and exp/],
    ] as const) {
      expect(await refusal(query), query).toEqual({
        status: 401,
        body: { error: expect.stringMatching(reason) },
      });
    }
  });

  it('is refused at another path and with another version', async () => {
    const key = `?apikey=${server.ctx.apiKeys.publishable}`;
    expect(await refusal(key, '/realtime/v1/elsewhere')).toMatchObject({ status: 404 });
    expect(await refusal(`${key}&vsn=9.0.0`)).toMatchObject({ status: 400 });
  });

  it('takes legacy keys, and version 1 when none is named', async () => {
    const legacy = await server.ctx.signingKeys.sign({
      role: 'anon',
      exp: Math.floor(Date.now() / 1000) + 60,
    });
    const ws = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${legacy}`);
    await once(ws, 'open');
    ws.send('{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}');
    const [data] = await once(ws, 'message');
    expect(JSON.parse(String(data))).toMatchObject({ topic: 'phoenix', event: 'phx_reply', ref: '1' });
    ws.terminate();
  });

  it('tells the official client so that it tries again', async () => {
    const client = createClient(server.url, 'sb_publishable_wrong_wrong_wrong', {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });
    const { statuses, channel } = watch(client, [{ table: 'messages' }]);
    await eventually(() => expect(statuses).toContain('CHANNEL_ERROR'));
    await client.removeChannel(channel);
    await client.realtime.disconnect();
  });
});

describe.each(VERSIONS)('frames of version %s', (version) => {
  it('answer heartbeats', async () => {
    const socket = await raw(version);
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: '41' });
    expect(await socket.frame(({ ref }) => ref === '41')).toEqual({
      joinRef: null,
      ref: '41',
      topic: 'phoenix',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
    });
  });

  it('answer a join with bindings in the order and the words of the client, then say that changes are live', async () => {
    const socket = await raw(version);
    const bindings = [
      { event: 'INSERT', schema: 'public', table: 'messages', filter: `session_id=eq.${sessionId}` },
      { event: '*', schema: 'public', table: 'sessions' },
      { event: '*', schema: 'public', table: 'sessions' },
      { event: 'UPDATE', schema: 'public' },
    ];
    const token = { access_token: vendor.token };
    const reply = await socket.join('realtime:hall', { postgres_changes: bindings }, token);
    expect(reply).toMatchObject({ joinRef: reply.ref, payload: { status: 'ok' } });
    const answered = reply.payload.response.postgres_changes;
    expect(answered.map(({ id, ...rest }: { id: number }) => rest)).toEqual(bindings);
    expect(answered.every(({ id }: { id: number }) => Number.isSafeInteger(id) && id > 0)).toBe(true);
    expect(answered[1].id).toBe(answered[2].id);
    expect(answered[0].id).not.toBe(answered[1].id);
    expect(await socket.frame(({ event }) => event === 'system')).toEqual({
      joinRef: reply.ref,
      ref: null,
      topic: 'realtime:hall',
      event: 'system',
      payload: {
        extension: 'postgres_changes',
        status: 'ok',
        message: 'Subscribed to PostgreSQL',
        channel: 'hall',
      },
    });
  });

  it('carry changes, with every digit of a number', async () => {
    await runScript(
      server.databaseUrl,
      `create table if not exists prices (id bigint primary key, price numeric);
       grant select on prices to authenticated;
       do $$ begin alter publication supabase_realtime add table prices; exception when duplicate_object then null; end $$`,
    );
    const socket = await raw(version);
    const texts: string[] = [];
    socket.ws.on('message', (data) => texts.push(String(data)));
    await socket.join(
      'realtime:prices',
      { postgres_changes: [{ event: '*', schema: 'public', table: 'prices' }] },
      { access_token: vendor.token },
    );
    await server.sql('insert into prices values ($1, 0.10000000000000000000001)', [
      version === '1.0.0' ? '9007199254740993' : '9007199254740995',
    ]);
    const frame = await socket.frame(({ event }) => event === 'postgres_changes');
    expect(frame.payload).toMatchObject({
      ids: [expect.any(Number)],
      data: {
        schema: 'public',
        table: 'prices',
        type: 'INSERT',
        columns: [
          { name: 'id', type: 'int8' },
          { name: 'price', type: 'numeric' },
        ],
        errors: null,
      },
    });
    expect(frame.payload.data).not.toHaveProperty('old_record');
    expect(texts.at(-1)).toMatch(/"id":900719925474099[35],"price":0.10000000000000000000001/);
  });

  it('carry a change once to a channel, however many of its bindings match', async () => {
    const socket = await raw(version);
    const { payload } = await socket.join(
      'realtime:hall',
      {
        postgres_changes: [
          { event: 'INSERT', schema: 'public', table: 'messages' },
          { ...MESSAGES, filter: `session_id=eq.${sessionId}` },
          { event: 'DELETE', schema: 'public', table: 'messages' },
        ],
      },
      { access_token: vendor.token },
    );
    const ids = payload.response.postgres_changes.map(({ id }: { id: number }) => id);
    await say(server.ctx, sessionId, visitor, 'one');
    await say(server.ctx, sessionId, visitor, 'two');
    await eventually(() => {
      const changes = socket.frames.filter(({ event }) => event === 'postgres_changes');
      expect(changes.map((frame) => [frame.payload.data.record.content, new Set(frame.payload.ids)])).toEqual(
        [
          ['one', new Set([ids[0], ids[1]])],
          ['two', new Set([ids[0], ids[1]])],
        ],
      );
    });
  });

  it('leave with an answer and a close, after which nothing comes', async () => {
    const socket = await raw(version);
    const config = { postgres_changes: [MESSAGES] };
    const { ref: joinRef } = await socket.join('realtime:a', config, { access_token: vendor.token });
    await socket.join('realtime:b', config, { access_token: vendor.token });
    socket.send({ joinRef, ref: '9', topic: 'realtime:a', event: 'phx_leave' });
    expect((await socket.frame(({ ref }) => ref === '9')).payload).toEqual({ status: 'ok', response: {} });
    expect(await socket.frame(({ event }) => event === 'phx_close')).toMatchObject({
      joinRef,
      topic: 'realtime:a',
    });
    await say(server.ctx, sessionId, visitor, 'after the leave');
    await socket.frame(({ event, topic }) => event === 'postgres_changes' && topic === 'realtime:b');
    expect(
      socket.frames.some(({ event, topic }) => event === 'postgres_changes' && topic === 'realtime:a'),
    ).toBe(false);
    // Leaving again, or without a join, is fine.
    socket.send({ joinRef, ref: '10', topic: 'realtime:a', event: 'phx_leave' });
    expect((await socket.frame(({ ref }) => ref === '10')).payload.status).toBe('ok');
  });

  it('replace a channel that is joined again', async () => {
    const socket = await raw(version);
    const config = { postgres_changes: [MESSAGES] };
    const first = await socket.join('realtime:twice', config, { access_token: vendor.token });
    const second = await socket.join('realtime:twice', config, { access_token: vendor.token });
    expect(await socket.frame(({ event }) => event === 'phx_close')).toMatchObject({ joinRef: first.ref });
    const id = await say(server.ctx, sessionId, visitor, 'once');
    await socket.frame(({ event }) => event === 'postgres_changes');
    // Messages for the channel of the first join go nowhere.
    socket.send({ joinRef: first.ref, ref: '8', topic: 'realtime:twice', event: 'phx_leave' });
    await socket.frame(({ ref }) => ref === '8');
    const next = await say(server.ctx, sessionId, visitor, 'still there');
    await eventually(() => {
      const changes = socket.frames.filter(({ event }) => event === 'postgres_changes');
      expect(changes.map(({ joinRef, payload }) => [joinRef, payload.data.record.id])).toEqual([
        [second.ref, id],
        [second.ref, next],
      ]);
    });
  });

  it('refuse joins with a reason', async () => {
    const socket = await raw(version);
    const reason = async (topic: string, config?: object, extra?: object) => {
      const { payload } = await socket.join(topic, config, extra);
      expect(payload.status).toBe('error');
      return payload.response.reason as string;
    };
    expect(await reason('hall')).toMatch(/unmatched topic/);
    expect(await reason('realtime:')).toMatch(/^TopicNameRequired: /);
    expect(await reason('realtime:a', { private: true })).toMatch(/^Unauthorized: .* Channel topic: a$/);
    expect(await reason('realtime:a', { postgres_changes: 'all' })).toMatch(/^InvalidJoinPayload: /);
    expect(await reason('realtime:a', { postgres_changes: Array(21).fill(MESSAGES) })).toMatch(
      /^InvalidJoin/,
    );
    expect(await reason('realtime:a', {}, { access_token: 'nonsense' })).toMatch(/^MalformedJWT: /);
    for (const topic of ['realtime:1', 'realtime:2', 'realtime:3'])
      await socket.join(topic, { private: 'false' });
    expect(await reason('realtime:4')).toBe('ChannelRateLimitReached: Too many channels');
    // The ones joined before are not harmed.
    expect((await socket.join('realtime:3')).payload.status).toBe('ok');
  });

  it('answer unknown messages and keep the channel', async () => {
    const socket = await raw(version);
    const { ref: joinRef } = await socket.join(
      'realtime:hall',
      { postgres_changes: [MESSAGES] },
      { access_token: vendor.token },
    );
    const asked: Array<[string, string, string | null, unknown]> = [
      ['realtime:elsewhere', 'presence', '1', {}],
      ['realtime:hall', 'no such event', joinRef, {}],
      ['realtime:hall', 'constructor', joinRef, {}],
      ['realtime:hall', 'toString', joinRef, null],
      ['phoenix', 'no such event', null, {}],
      ['nowhere', 'phx_nothing', null, 7],
    ];
    for (const [at, [topic, event, join, payload]] of asked.entries()) {
      socket.send({ joinRef: join, ref: `q${at}`, topic, event, payload });
      expect((await socket.frame(({ ref }) => ref === `q${at}`)).payload.status, event).toBe('error');
    }
    socket.send({ joinRef, ref: 'token', topic: 'realtime:hall', event: 'access_token', payload: null });
    await say(server.ctx, sessionId, visitor, 'still here');
    await socket.frame(({ event }) => event === 'postgres_changes');
  });

  it('close the socket when they are invalid, without affecting others', async () => {
    const bystander = await raw(version);
    await bystander.join('realtime:hall', { postgres_changes: [MESSAGES] }, { access_token: vendor.token });
    const junk: Array<[string | Buffer, number]> = [
      ['not json', 1002],
      ['null', 1002],
      ['[]', 1002],
      ['{}', 1002],
      ['[1,2,3,4,5]', 1002],
      ['['.repeat(100_000), 1002],
      ['x'.repeat(300_000), 1009],
      [Buffer.from([9, 9, 9]), 1002],
      [Buffer.from([3, 255, 0, 0, 0, 0, 1]), 1002],
      [Buffer.alloc(0), 1002],
    ];
    for (const [frame, code] of junk) {
      const socket = await raw(version);
      socket.ws.send(frame);
      expect((await socket.closed).code, String(frame).slice(0, 20)).toBe(code);
    }
    const broken = await raw(version);
    broken.ws.send(Buffer.from([0xc3, 0x28]), { binary: false });
    expect((await broken.closed).code).toBe(1007);
    await say(server.ctx, sessionId, visitor, 'nothing happened');
    await bystander.frame(({ event }) => event === 'postgres_changes');
  });

  it('close a socket that sends more than anybody needs', async () => {
    const socket = await raw(version);
    for (let n = 0; n < 2000; n += 1) socket.send({ topic: 'phoenix', event: 'heartbeat', ref: `${n}` });
    expect(await socket.closed).toEqual({
      code: 1008,
      reason: expect.stringContaining('messages in a second'),
    });
  });

  it('keep their order while a join waits for the database', async () => {
    const socket = await raw(version);
    const join = { config: { postgres_changes: [{ ...MESSAGES, table: 'unpublished' }] } };
    socket.send({ joinRef: '1', ref: '1', topic: 'realtime:slow', event: 'phx_join', payload: join });
    for (let n = 2; n < 100; n += 1) socket.send({ topic: 'phoenix', event: 'heartbeat', ref: `${n}` });
    socket.send({ joinRef: '1', ref: '100', topic: 'realtime:slow', event: 'phx_leave' });
    await socket.frame(({ ref }) => ref === '100');
    const replies = socket.frames.filter(({ event }) => event === 'phx_reply').map(({ ref }) => ref);
    expect(replies).toEqual(Array.from({ length: 100 }, (_, n) => `${n + 1}`));
  });
});

describe('a silent client', () => {
  it('is closed, one with heartbeats is not', async () => {
    const impatient = await startTestServer({ REALTIME_IDLE_SECONDS: '2' });
    onTestFinished(() => impatient.stop());
    const silent = await openRaw(impatient, '2.0.0');
    const alive = await openRaw(impatient, '2.0.0');
    open.push(silent, alive);
    const beats = setInterval(() => alive.send({ topic: 'phoenix', event: 'heartbeat', ref: '1' }), 300);
    try {
      expect(await silent.closed).toEqual({ code: 1008, reason: 'no heartbeat' });
      const before = alive.frames.length;
      await eventually(() => expect(alive.frames.length).toBeGreaterThan(before + 1));
      expect(alive.ws.readyState).toBe(WebSocket.OPEN);
    } finally {
      clearInterval(beats);
    }
  });
});
