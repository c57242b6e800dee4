import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../harness.ts';
import {
  addGuest,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  type ServerProcess,
  startProcess,
} from './fair.ts';
import { openRaw, type RawSocket } from './raw-socket.ts';

let database: { url: string; drop(): Promise<void> };
let one: ServerProcess;
let two: ServerProcess;
let guest: Guest;
const open: RawSocket[] = [];
let rooms = 0;

beforeAll(async () => {
  database = await createDatabase();
  one = await startProcess(database.url);
  two = await startProcess(database.url);
  guest = await addGuest(one.ctx, 'vendor');
});
afterEach(async () => {
  for (const raw of open.splice(0)) raw.ws.terminate();
  await releaseClients();
});
afterAll(async () => {
  await two?.stop();
  await one?.stop();
  await database?.drop();
});

type Broadcast = { event: string; payload: unknown };

interface Member {
  client: SupabaseClient;
  channel: RealtimeChannel;
  heard: Broadcast[];
}

/** Each test has a room of its own. */
function newRoom(): string {
  rooms += 1;
  return `room-${rooms}`;
}

async function member(
  server: ServerProcess,
  room: string,
  broadcast: { ack?: boolean; self?: boolean } = {},
): Promise<Member> {
  const client = clientOf(server, guest);
  const heard: Broadcast[] = [];
  const channel = client.channel(room, { config: { broadcast } });
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }));
  await joined(channel);
  return { client, channel, heard };
}

function joined(channel: RealtimeChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve();
      else if (status !== 'CLOSED') reject(error ?? new Error(status));
    });
  });
}

async function raw(server: ServerProcess, version: '1.0.0' | '2.0.0'): Promise<RawSocket> {
  const socket = await openRaw(server, version);
  open.push(socket);
  return socket;
}

/** The part of a join that carries the guest's token. */
function asGuest() {
  return { access_token: guest.token };
}

describe('broadcasts', () => {
  it('reach the others in the room, on every process, in order', async () => {
    const room = newRoom();
    const sender = await member(one, room);
    const [near, far, outsider] = [
      await member(one, room),
      await member(two, room),
      await member(two, newRoom()),
    ];
    const sent = Array.from({ length: 50 }, (_, n) => ({ event: 'typing', payload: { n, text: '你好' } }));
    for (const { event, payload } of sent) await sender.channel.send({ type: 'broadcast', event, payload });
    await eventually(() => expect(near.heard).toEqual(sent));
    await eventually(() => expect(far.heard).toEqual(sent));
    expect(sender.heard).toEqual([]);
    expect(outsider.heard).toEqual([]);
  });

  it('come back to a sender who wants them, and are acknowledged to one who asks', async () => {
    const room = newRoom();
    const sender = await member(one, room, { ack: true, self: true });
    expect(await sender.channel.send({ type: 'broadcast', event: 'e', payload: { a: 1 } })).toBe('ok');
    await eventually(() => expect(sender.heard).toEqual([{ event: 'e', payload: { a: 1 } }]));
  });

  it('carry bytes, and more than a notification holds', async () => {
    const room = newRoom();
    const [sender, near, far] = [await member(one, room), await member(one, room), await member(two, room)];
    const bytes = new Uint8Array(50_000).map((_, at) => at % 251);
    await sender.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer });
    const text = 'الجناح '.repeat(8000);
    await sender.channel.send({ type: 'broadcast', event: 'text', payload: { text } });
    for (const { heard } of [near, far]) {
      await eventually(() => expect(heard).toHaveLength(2));
      expect(new Uint8Array(heard[0]?.payload as ArrayBuffer)).toEqual(bytes);
      expect(heard[1]).toEqual({ event: 'text', payload: { text } });
    }
  });

  it('pass between the versions; bytes are not for version 1', async () => {
    const room = newRoom();
    const modern = await member(one, room);
    const old = await raw(one, '1.0.0');
    const { ref: joinRef } = await old.join(`realtime:${room}`, { broadcast: { ack: true } }, asGuest());
    await modern.channel.send({ type: 'broadcast', event: 'bytes', payload: new ArrayBuffer(4) });
    await modern.channel.send({ type: 'broadcast', event: 'hi', payload: { from: 'modern' } });
    expect((await old.frame(({ event }) => event === 'broadcast')).payload).toEqual({
      type: 'broadcast',
      event: 'hi',
      payload: { from: 'modern' },
    });
    old.send({
      joinRef,
      ref: '7',
      topic: `realtime:${room}`,
      event: 'broadcast',
      payload: { type: 'broadcast', event: 'hi', payload: { from: 'old' } },
    });
    expect((await old.frame(({ ref }) => ref === '7')).payload.status).toBe('ok');
    await eventually(() => expect(modern.heard).toEqual([{ event: 'hi', payload: { from: 'old' } }]));
    expect(old.binaries).toEqual([]);
  });

  it('that are malformed are refused', async () => {
    const room = newRoom();
    const listener = await member(one, room);
    const socket = await raw(one, '2.0.0');
    const topic = `realtime:${room}`;
    const { ref: joinRef } = await socket.join(topic, { broadcast: { ack: true } }, asGuest());
    const binary = (event: string, payload: string) => {
      const parts = [joinRef ?? '', `r-${event}`, topic, event, ''].map((text) => Buffer.from(text));
      return Buffer.concat([
        Buffer.from([3, ...parts.map(({ length }) => length), 1]),
        ...parts,
        Buffer.from(payload),
      ]);
    };
    socket.ws.send(binary('bad', '{"a":'));
    expect((await socket.frame(({ ref }) => ref === 'r-bad')).payload.status).toBe('error');
    socket.send({ joinRef, ref: 'none', topic, event: 'broadcast', payload: { type: 'broadcast' } });
    expect((await socket.frame(({ ref }) => ref === 'none')).payload.status).toBe('error');
    socket.send({ joinRef, ref: 'null', topic, event: 'broadcast', payload: null });
    expect((await socket.frame(({ ref }) => ref === 'null')).payload.status).toBe('error');
    socket.ws.send(binary('good', '{"a":1}'));
    expect((await socket.frame(({ ref }) => ref === 'r-good')).payload.status).toBe('ok');
    await eventually(() => expect(listener.heard).toEqual([{ event: 'good', payload: { a: 1 } }]));
  });

  it('of a publishable key alone are refused, as is its presence; the key may listen', async () => {
    const room = newRoom();
    const [listener, sender] = [await member(one, room), await member(one, room)];
    const socket = await raw(one, '2.0.0');
    const topic = `realtime:${room}`;
    const config = { broadcast: { ack: true }, presence: { key: 'k', enabled: true } };
    const { ref: joinRef } = await socket.join(topic, config);
    const reason = 'Sending needs the token of a signed-in user, or the secret key';
    for (const [event, payload] of [
      ['broadcast', { type: 'broadcast', event: 'e', payload: {} }],
      ['presence', { type: 'presence', event: 'track', payload: { online: true } }],
    ] as const) {
      socket.send({ joinRef, ref: event, topic, event, payload });
      const { payload: refused } = await socket.frame(({ ref }) => ref === event);
      expect(refused).toEqual({ status: 'error', response: { reason } });
    }
    await sender.channel.send({ type: 'broadcast', event: 'after', payload: {} });
    await eventually(() => expect(socket.binaries).toHaveLength(1));
    await eventually(() => expect(listener.heard).toEqual([{ event: 'after', payload: {} }]));
    expect(socket.frames.some(({ event }) => event === 'presence_diff')).toBe(false);
  });

  it('stop when the channel is left', async () => {
    const room = newRoom();
    const [sender, leaver, stayer] = [
      await member(one, room),
      await member(one, room),
      await member(one, room),
    ];
    await leaver.client.removeChannel(leaver.channel);
    await sender.channel.send({ type: 'broadcast', event: 'e', payload: {} });
    await eventually(() => expect(stayer.heard).toHaveLength(1));
    expect(leaver.heard).toEqual([]);
  });
});

describe('broadcasts over HTTP', () => {
  it('reach a room from a client that has not joined it', async () => {
    const room = `${newRoom()}/with:slash`;
    const [near, far] = [await member(one, room), await member(two, room)];
    const outside = clientOf(one, guest).channel(room);
    expect(await outside.httpSend('news', { n: 1 })).toEqual({ success: true });
    expect(await outside.httpSend('bytes', new Uint8Array([1, 2]).buffer)).toEqual({ success: true });
    expect(await outside.send({ type: 'broadcast', event: 'old', payload: { n: 2 } })).toBe('ok');
    for (const { heard } of [near, far]) {
      await eventually(() => expect(heard.map(({ event }) => event)).toEqual(['news', 'bytes', 'old']));
      expect(heard[0]?.payload).toEqual({ n: 1 });
      expect([...new Uint8Array(heard[1]?.payload as ArrayBuffer)]).toEqual([1, 2]);
    }
  });

  it('are refused without a key and with a bad body', async () => {
    const post = (body: string, headers: Record<string, string> = {}, path = '') =>
      fetch(`${one.url}/realtime/v1/api/broadcast${path}`, { method: 'POST', body, headers });
    const key = { apikey: one.ctx.apiKeys.secret };
    // A publishable key alone is not enough: anyone can have it.
    expect((await post('{"messages":[]}', { apikey: one.ctx.apiKeys.publishable })).status).toBe(403);
    expect((await post('{"messages":[]}')).status).toBe(401);
    expect((await post('{"messages":[]}', { apikey: 'sb_publishable_wrong' })).status).toBe(401);
    expect((await post('{"messages":[]}', { ...key, authorization: 'Bearer nonsense' })).status).toBe(401);
    for (const body of [
      '',
      'not json',
      '{}',
      '{"messages":[{"topic":"x"}]}',
      '{"messages":[{"topic":"","event":"e"}]}',
    ]) {
      const answer = await post(body, key);
      expect(answer.status, body).toBe(422);
      expect(await answer.json()).toEqual({ error: expect.any(String) });
    }
    expect((await post('not json', key, '/x/events/e')).status).toBe(422);
    expect((await post(`{"messages":[], "x": "${'x'.repeat(1_100_000)}"}`, key)).status).toBe(413);
    const accepted = await post('{"messages":[{"topic":"x","event":"e","payload":{}}]}', key);
    expect([accepted.status, await accepted.text()]).toEqual([202, '']);
  });
});

describe('presence', () => {
  interface Person {
    client: SupabaseClient;
    channel: RealtimeChannel;
    /** The entries that each key tracks. */
    there(): Record<string, unknown[]>;
    changes: string[];
  }

  async function person(server: ServerProcess, room: string, key: string): Promise<Person> {
    const client = clientOf(server, guest);
    const channel = client.channel(room, { config: { presence: { key } } });
    const changes: string[] = [];
    channel.on('presence', { event: 'sync' }, () => undefined);
    channel.on('presence', { event: 'join' }, ({ key: who }) => changes.push(`+${who}`));
    channel.on('presence', { event: 'leave' }, ({ key: who }) => changes.push(`-${who}`));
    await joined(channel);
    return {
      client,
      channel,
      changes,
      there: () =>
        Object.fromEntries(
          Object.entries(channel.presenceState()).map(([who, metas]) => [
            who,
            metas.map(({ presence_ref, ...meta }) => meta),
          ]),
        ),
    };
  }

  it('shows who is there, on every process, until they go', async () => {
    const room = newRoom();
    const amal = await person(one, room, 'amal');
    expect(await amal.channel.track({ online: true })).toBe('ok');
    await eventually(() => expect(amal.there()).toEqual({ amal: [{ online: true }] }));
    const wei = await person(two, room, 'wei');
    await eventually(() => expect(wei.there()).toEqual({ amal: [{ online: true }] }));
    await wei.channel.track({ online: true });
    await amal.channel.track({ online: true, typing: true });
    const both = { amal: [{ online: true, typing: true }], wei: [{ online: true }] };
    await eventually(() => expect(amal.there()).toEqual(both));
    await eventually(() => expect(wei.there()).toEqual(both));
    expect(await wei.channel.untrack()).toBe('ok');
    await eventually(() => expect(amal.there()).toEqual({ amal: [{ online: true, typing: true }] }));
    // A socket that breaks is a leave as well.
    await amal.client.realtime.disconnect();
    await eventually(() => expect(wei.there()).toEqual({}));
    expect(wei.changes.at(-1)).toBe('-amal');
  });

  it('is empty of a process that has stopped', async () => {
    const room = newRoom();
    const stopping = await startProcess(database.url);
    const amal = await person(one, room, 'amal');
    const socket = await raw(stopping, '2.0.0');
    const topic = `realtime:${room}`;
    const { ref: joinRef } = await socket.join(
      topic,
      { presence: { key: 'guest', enabled: true } },
      asGuest(),
    );
    expect((await socket.frame(({ event }) => event === 'presence_state')).payload).toEqual({});
    socket.send({
      joinRef,
      ref: 't',
      topic,
      event: 'presence',
      payload: { type: 'presence', event: 'track' },
    });
    expect((await socket.frame(({ ref }) => ref === 't')).payload.status).toBe('ok');
    await eventually(() => expect(amal.there()).toEqual({ guest: [{}] }));
    await stopping.stop();
    await eventually(() => expect(amal.there()).toEqual({}));
  });

  it('makes a key for a member without one', async () => {
    const room = newRoom();
    const nameless = await person(one, room, '');
    await nameless.channel.track({ a: 1 });
    await eventually(() =>
      expect(Object.keys(nameless.there())).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]),
    );
  });

  it('refuses a state that is not an object or is too large, and ends a channel that tracks too often', async () => {
    const socket = await raw(one, '2.0.0');
    const topic = `realtime:${newRoom()}`;
    const { ref: joinRef } = await socket.join(topic, { presence: { key: 'k', enabled: true } }, asGuest());
    const payloads = ['text', { big: 'x'.repeat(20_000) }, { n: 1 }, { n: 2 }, { n: 3 }];
    for (const [at, payload] of payloads.entries()) {
      const body = { type: 'presence', event: 'track', payload };
      socket.send({ joinRef, ref: `t${at}`, topic, event: 'presence', payload: body });
      const { payload: answer } = await socket.frame(({ ref }) => ref === `t${at}`);
      expect(answer.status).toBe(at < 2 ? 'error' : 'ok');
    }
    socket.send({
      joinRef,
      ref: 'x',
      topic,
      event: 'presence',
      payload: { event: 'track', payload: { n: 4 } },
    });
    await socket.frame(({ event }) => event === 'phx_close');
    expect(await socket.frame(({ event }) => event === 'system')).toMatchObject({
      payload: { status: 'error', message: 'Client presence rate limit exceeded' },
    });
  });
});
