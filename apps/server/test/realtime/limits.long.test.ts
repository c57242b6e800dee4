import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createDatabase } from '../harness.ts';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  releaseClients,
  type ServerProcess,
  startProcess,
} from './fair.ts';
import { openRaw, type RawSocket } from './raw-socket.ts';

let database: { url: string; drop(): Promise<void> };
const processes: ServerProcess[] = [];
const open: RawSocket[] = [];

beforeAll(async () => {
  database = await createDatabase();
});
afterEach(async () => {
  for (const raw of open.splice(0)) raw.ws.terminate();
  await releaseClients();
  for (const server of processes.splice(0)) await server.stop();
});
afterAll(() => database?.drop());

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startProcess(database.url, { env });
  processes.push(server);
  return server;
}

async function raw(server: ServerProcess): Promise<RawSocket> {
  const socket = await openRaw(server);
  open.push(socket);
  return socket;
}

/** A raw socket of a guest who has joined a public channel. */
async function inRoom(server: ServerProcess, config: object = {}) {
  const guest = await addGuest(server.ctx, 'visitor');
  const socket = await raw(server);
  const topic = `realtime:${randomUUID()}`;
  const { ref: joinRef } = await socket.join(topic, config, { access_token: guest.token });
  return {
    socket,
    send: (event: string, payload: object, ref: string | null = null) =>
      socket.send({ joinRef, ref, topic, event, payload }),
    async ended(message: string) {
      await socket.frame(({ event }) => event === 'phx_close');
      const system = await socket.frame(({ event }) => event === 'system');
      expect(system.payload).toMatchObject({ extension: 'system', status: 'error', message });
    },
  };
}

describe('a socket', () => {
  it('that joins too often is refused until the next second', async () => {
    const server = await start({ REALTIME_JOINS_PER_SECOND: '3' });
    const socket = await raw(server);
    for (let n = 0; n < 60; n += 1) {
      socket.send({ joinRef: `${n}`, ref: `${n}`, topic: `realtime:${n}`, event: 'phx_join' });
    }
    const refused = await socket.frame(({ payload }) => payload.status === 'error');
    expect(refused.payload.response.reason).toBe('ClientJoinRateLimitReached: Too many joins per second');
    await eventually(async () => {
      const { payload } = await socket.join(`realtime:${randomUUID()}`);
      expect(payload.status).toBe('ok');
    });
  });

  it('has so many channels at most, and a place again for each it leaves', async () => {
    const server = await start({ REALTIME_MAX_CHANNELS: '2' });
    const socket = await raw(server);
    const { ref: joinRef } = await socket.join('realtime:a');
    await socket.join('realtime:b');
    expect((await socket.join('realtime:c')).payload).toEqual({
      status: 'error',
      response: { reason: 'ChannelRateLimitReached: Too many channels' },
    });
    socket.send({ joinRef, ref: 'leave', topic: 'realtime:a', event: 'phx_leave' });
    expect((await socket.join('realtime:c')).payload.status).toBe('ok');
  });

  it('that sends too large a frame is closed', async () => {
    const server = await start({ REALTIME_MAX_MESSAGE_BYTES: '2048' });
    const { socket, send } = await inRoom(server);
    send('broadcast', { event: 'e', payload: { text: 'x'.repeat(2048) } });
    expect((await socket.closed).code).toBe(1009);
  });

  it('that sends too many frames is closed', async () => {
    const server = await start({ REALTIME_FRAMES_PER_SECOND: '5' });
    const { socket, send } = await inRoom(server);
    for (let n = 0; n < 100; n += 1) send('broadcast', { event: 'e', payload: {} });
    expect(await socket.closed).toEqual({ code: 1008, reason: 'more than 5 messages in a second' });
  });

  it('that tracks too often loses the channel', async () => {
    const server = await start({ REALTIME_PRESENCE_CALLS: '2' });
    const { send, ended } = await inRoom(server, { presence: { key: 'k', enabled: true } });
    for (let n = 0; n < 3; n += 1) send('presence', { event: 'track', payload: { n } });
    await ended('Client presence rate limit exceeded');
  });
});

/** Posts so many messages for a room, with the publishable key and perhaps a user's token. */
function broadcast(
  server: ServerProcess,
  room: string,
  count: number,
  token?: string,
  isPrivate = false,
): Promise<Response> {
  return fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: {
      apikey: server.ctx.apiKeys.publishable,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      messages: Array.from({ length: count }, () => ({
        topic: room,
        event: 'e',
        payload: { count },
        private: isPrivate,
      })),
    }),
  });
}

describe('a stranger', () => {
  it('does not end the channel of others with a flood, with or without an account', async () => {
    const server = await start({});
    const [vendor, visitor, stranger] = [
      await addGuest(server.ctx, 'vendor'),
      await addGuest(server.ctx, 'visitor'),
      await addGuest(server.ctx, 'visitor'),
    ];
    const topic = `session:${await addSession(server.ctx, vendor, visitor)}`;
    const config = { config: { private: true } };
    const heard: unknown[] = [];
    const statuses: string[] = [];
    const victim = clientOf(server, visitor).channel(topic, config);
    victim.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload));
    await new Promise<void>((resolve) =>
      victim.subscribe((status) => {
        statuses.push(status);
        if (status === 'SUBSCRIBED') resolve();
      }),
    );
    const partner = clientOf(server, vendor).channel(topic, config);
    await new Promise<void>((resolve) => partner.subscribe((status) => status === 'SUBSCRIBED' && resolve()));

    const flood = (token?: string) =>
      Promise.all(Array.from({ length: 150 }, () => broadcast(server, topic, 100, token)));
    const anonymous = await flood();
    expect(new Set(anonymous.map(({ status }) => status))).toEqual(new Set([403]));
    expect(await anonymous[0]?.json()).toEqual({
      error: 'Sending needs the token of a signed-in user, or the secret key',
    });
    const signedIn = await flood(stranger.token);
    expect(signedIn.filter(({ status }) => status === 429).length).toBeGreaterThan(100);

    await partner.send({ type: 'broadcast', event: 'typing', payload: { from: 'the vendor' } });
    await eventually(() => expect(heard).toEqual([{ from: 'the vendor' }]));
    expect(statuses).toEqual(['SUBSCRIBED']);
  });
});

describe('messages without the right to write', () => {
  it('do not use up what the network of their sender may send', async () => {
    const server = await start({ REALTIME_MESSAGES_PER_ADDRESS_PER_SECOND: '50' });
    const [vendor, visitor, stranger] = [
      await addGuest(server.ctx, 'vendor'),
      await addGuest(server.ctx, 'visitor'),
      await addGuest(server.ctx, 'visitor'),
    ];
    const topic = `session:${await addSession(server.ctx, vendor, visitor)}`;
    const room = randomUUID();
    for (let round = 0; round < 20; round += 1) {
      const refused = await broadcast(server, topic, 60, stranger.token, true);
      expect([202, 429]).toContain(refused.status);
      expect((await broadcast(server, room, 1, vendor.token)).status).toBe(202);
    }
  });
});

describe('an address', () => {
  it('holds so many sockets at most, and a place again for each that closes', async () => {
    const server = await start({ REALTIME_MAX_SOCKETS_PER_ADDRESS: '2' });
    const first = await raw(server);
    await raw(server);
    await expect(openRaw(server)).rejects.toThrow('429');
    first.ws.close();
    await first.closed;
    await eventually(() => raw(server));
  });
});

describe('a page of another site', () => {
  it('opens no socket', async () => {
    const server = await start({ REALTIME_ALLOWED_ORIGINS: 'https://partner.example' });
    const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.ctx.apiKeys.publishable}`;
    const outcome = (origin: string) =>
      new Promise<number>((resolve, reject) => {
        const ws = new WebSocket(address, { origin });
        ws.once('open', () => resolve(101));
        ws.once('unexpected-response', (_request, response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        ws.once('error', reject);
        ws.once('open', () => ws.terminate());
      });
    expect(await outcome('https://evil.example')).toBe(403);
    expect(await outcome('https://partner.example')).toBe(101);
    expect(await outcome(server.url)).toBe(101);
  });
});

describe('what is over a limit', () => {
  it('is dropped and refused, and the channel stays', async () => {
    const server = await start({ REALTIME_MESSAGES_PER_ADDRESS_PER_SECOND: '5' });
    const { socket, send } = await inRoom(server, { broadcast: { ack: true } });
    for (let n = 0; n < 100; n += 1) send('broadcast', { event: 'e', payload: {} }, `${n}`);
    const refused = await socket.frame(({ payload }) => payload?.status === 'error');
    expect(refused.payload.response).toEqual({ reason: 'Too many messages per second' });
    await eventually(async () => {
      const ref = randomUUID();
      send('broadcast', { event: 'e', payload: {} }, ref);
      const reply = await socket.frame((frame) => frame.ref === ref);
      expect(reply.payload.status).toBe('ok');
    });
    expect(socket.frames.some(({ event }) => event === 'phx_close')).toBe(false);
  });

  it('is refused for the whole process, too, without closing a channel', async () => {
    const server = await start({ REALTIME_MESSAGES_PER_SECOND: '5' });
    const { socket, send } = await inRoom(server, { broadcast: { ack: true } });
    for (let n = 0; n < 100; n += 1) send('broadcast', { event: 'e', payload: {} }, `${n}`);
    await socket.frame(({ payload }) => payload?.status === 'error');
    expect(socket.frames.some(({ event }) => event === 'phx_close')).toBe(false);
  });

  it('is answered 429 over HTTP, and none of it is sent', async () => {
    const server = await start({ REALTIME_MESSAGES_PER_USER_PER_SECOND: '5' });
    const sender = await addGuest(server.ctx, 'vendor');
    const room = randomUUID();
    const heard: unknown[] = [];
    const channel = clientOf(server).channel(room);
    channel.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload));
    await new Promise<void>((resolve) => channel.subscribe((status) => status === 'SUBSCRIBED' && resolve()));
    const post = (count: number) => broadcast(server, room, count, sender.token);
    const refused = await post(6);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toEqual({ error: 'Too many messages per second' });
    await eventually(async () => expect((await post(2)).status).toBe(202));
    await eventually(() => expect(heard).toEqual([{ count: 2 }, { count: 2 }]));
  });

  it('answers 422 over HTTP to too large a broadcast', async () => {
    const server = await start({ REALTIME_MAX_MESSAGE_BYTES: '2048' });
    const sender = await addGuest(server.ctx, 'vendor');
    const outside = clientOf(server, sender).channel(randomUUID());
    const answer = await outside
      .httpSend('e', { text: 'x'.repeat(2048) })
      .catch((error: Error) => error.message);
    expect(JSON.stringify(answer)).toContain('a payload has at most 2048 bytes');
  });
});
