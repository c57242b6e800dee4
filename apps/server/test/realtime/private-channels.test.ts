import { randomUUID } from 'node:crypto';
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../harness.ts';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  runScript,
  type ServerProcess,
  signToken,
  startProcess,
} from './fair.ts';
import { openRaw, type RawSocket } from './raw-socket.ts';

let database: { url: string; drop(): Promise<void> };
let one: ServerProcess;
let two: ServerProcess;
let vendor: Guest;
let visitor: Guest;
let stranger: Guest;
let topic: string;
const open: RawSocket[] = [];

/** Rooms with rights of their own, beside the product's. */
const POLICIES = `
  create policy "hear" on realtime.messages for select to authenticated
    using (realtime.topic() like 'listen:%' and extension = 'broadcast');
  create policy "be seen" on realtime.messages for select to authenticated
    using (realtime.topic() like 'presence:%' and extension = 'presence');
  create policy "be present" on realtime.messages for insert to authenticated
    with check (realtime.topic() like 'presence:%' and extension = 'presence');
  create policy "fail" on realtime.messages for select to authenticated
    using (case when realtime.topic() like 'broken:%' then 1 / (length(topic) - length(topic)) = 1 else false end);
  create policy "claims" on realtime.messages for select to authenticated
    using (realtime.topic() = 'user:' || (current_setting('request.jwt.claims')::json ->> 'sub'));
`;

beforeAll(async () => {
  database = await createDatabase();
  await runScript(database.url, POLICIES);
  one = await startProcess(database.url);
  two = await startProcess(database.url);
  vendor = await addGuest(one.ctx, 'vendor');
  visitor = await addGuest(one.ctx, 'visitor');
  stranger = await addGuest(one.ctx, 'visitor');
  topic = `session:${await addSession(one.ctx, vendor, visitor)}`;
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

interface Member {
  client: SupabaseClient;
  channel: RealtimeChannel;
  heard: unknown[];
  statuses: string[];
  errors: string[];
}

function enter(
  server: ServerProcess,
  guest: { token: string } | undefined,
  name: string,
  config: object = {},
): Member {
  const client = clientOf(server, guest);
  const channel = client.channel(name, { config: { private: true, ...config } });
  const member: Member = { client, channel, heard: [], statuses: [], errors: [] };
  channel.on('broadcast', { event: '*' }, ({ payload }) => member.heard.push(payload));
  channel.subscribe((status, error) => {
    member.statuses.push(status);
    if (error) member.errors.push(error.message);
  });
  return member;
}

async function inside(...given: Parameters<typeof enter>): Promise<Member> {
  const member = enter(...given);
  await eventually(() => expect(member.statuses, member.errors.join()).toEqual(['SUBSCRIBED']));
  return member;
}

async function raw(server: ServerProcess): Promise<RawSocket> {
  const socket = await openRaw(server);
  open.push(socket);
  return socket;
}

function heads(member: Member): string[] {
  return Object.keys(member.channel.presenceState()).sort();
}

describe('the private channel of a session', () => {
  it('carries typing signs between its two people, whatever process serves them', async () => {
    const [left, right] = [await inside(one, vendor, topic), await inside(two, visitor, topic)];
    await left.channel.send({ type: 'broadcast', event: 'typing', payload: { by: 'vendor' } });
    await eventually(() => expect(right.heard).toEqual([{ by: 'vendor' }]));
    await right.channel.send({ type: 'broadcast', event: 'typing', payload: { by: 'visitor' } });
    await eventually(() => expect(left.heard).toEqual([{ by: 'visitor' }]));
  });

  it('shows which of them is online, whatever process serves them', async () => {
    const name = `session:${await addSession(one.ctx, vendor, visitor)}`;
    const key = (guest: Guest) => ({ presence: { key: guest.profileId, enabled: true } });
    const left = await inside(one, vendor, name, key(vendor));
    const right = await inside(two, visitor, name, key(visitor));
    expect(await left.channel.track({ online: true })).toBe('ok');
    expect(await right.channel.track({ online: true })).toBe('ok');
    const both = [vendor.profileId, visitor.profileId].sort();
    await eventually(() => expect([heads(left), heads(right)]).toEqual([both, both]));
    await left.client.removeChannel(left.channel);
    await eventually(() => expect(heads(right)).toEqual([visitor.profileId]));
  });

  it.each([
    ['a stranger', () => stranger],
    ['a signed-out caller', () => undefined],
  ])('refuses %s, in the words of the protocol', async (_, who) => {
    const outsider = enter(one, who(), topic);
    await eventually(() => expect(outsider.statuses).toContain('CHANNEL_ERROR'));
    expect(outsider.errors[0]).toBe(
      `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    );
  });

  it('refuses people of another session and names that are none', async () => {
    const other = await addGuest(one.ctx, 'vendor');
    const elsewhere = `session:${await addSession(one.ctx, other, stranger)}`;
    for (const name of [elsewhere, `session:${randomUUID()}`, `${topic}x`, 'session:', 'anything']) {
      const reply = await (await raw(one)).join(
        `realtime:${name}`,
        { private: true },
        { access_token: vendor.token },
      );
      expect(reply.payload, name).toEqual({
        status: 'error',
        response: {
          reason: `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`,
        },
      });
    }
  });

  it('is another room than the public channel of its name', async () => {
    const [member, partner] = [await inside(one, vendor, topic), await inside(one, visitor, topic)];
    const eavesdropper = await inside(one, stranger, topic, { private: false });
    await eavesdropper.channel.send({ type: 'broadcast', event: 'e', payload: { from: 'the street' } });
    await member.channel.send({ type: 'broadcast', event: 'e', payload: { from: 'inside' } });
    await eventually(() => expect(partner.heard).toEqual([{ from: 'inside' }]));
    expect(eavesdropper.heard).toEqual([]);
  });
});

describe('the right to write', () => {
  it('is asked at the first send: without it nothing is sent and nothing answered', async () => {
    const name = `listen:${randomUUID()}`;
    const [listener, other] = [
      await inside(one, vendor, name, { broadcast: { ack: true } }),
      await inside(one, visitor, name),
    ];
    const sent = listener.channel.send(
      { type: 'broadcast', event: 'e', payload: { n: 1 } },
      { timeout: 300 },
    );
    expect(await sent).toBe('timed out');
    await one.ctx.db.query(`select realtime.send('{"n": 2}', 'e', $1)`, [name]);
    await eventually(() => expect(other.heard).toMatchObject([{ n: 2 }]));
  });

  it('is asked at the first track: without it the answer is an error', async () => {
    const listener = await inside(one, vendor, `listen:${randomUUID()}`);
    expect(await listener.channel.track({ online: true })).toBe('error');
  });

  it('may be there for presence alone, and then no broadcast is heard', async () => {
    const name = `presence:${randomUUID()}`;
    const member = await inside(one, vendor, name, { presence: { key: 'v', enabled: true } });
    expect(await member.channel.track({ online: true })).toBe('ok');
    await eventually(() => expect(heads(member)).toEqual(['v']));
    await one.ctx.db.query(`select realtime.send('{}', 'e', $1)`, [name]);
    expect(await member.channel.untrack()).toBe('ok');
    await eventually(() => expect(heads(member)).toEqual([]));
    expect(member.heard).toEqual([]);
  });

  it('leaves no trace of the question in the table', async () => {
    const name = `listen:${randomUUID()}`;
    await inside(one, vendor, name);
    expect(await one.ctx.db.query('select 1 from realtime.messages where topic = $1', [name])).toEqual([]);
  });
});

describe('policies', () => {
  it('see the claims of the token', async () => {
    const own = await inside(one, vendor, `user:${vendor.userId}`);
    expect(own.statuses).toEqual(['SUBSCRIBED']);
    const others = enter(one, visitor, `user:${vendor.userId}`);
    await eventually(() => expect(others.errors[0]).toMatch(/^Unauthorized: /));
  });

  it('that fail refuse, without affecting others', async () => {
    const refused = enter(one, vendor, 'broken:room');
    await eventually(() => expect(refused.errors[0]).toMatch(/^Unauthorized: /));
    await inside(one, vendor, topic);
  });

  it('are told of no role that does not exist', async () => {
    const token = await one.ctx.signingKeys.sign({
      role: 'nobody',
      sub: vendor.userId,
      exp: Math.floor(Date.now() / 1000) + 60,
    });
    const refused = enter(one, { token }, topic);
    await eventually(() => expect(refused.errors[0]).toMatch(/^Unauthorized: /));
  });
});

describe('the token of a private channel', () => {
  it('can be renewed while the channel lives on', async () => {
    const [member, partner] = [await inside(one, vendor, topic), await inside(one, visitor, topic)];
    await member.client.realtime.setAuth(await signToken(one.ctx, vendor.userId, 7200));
    await partner.channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
    await eventually(() => expect(member.heard).toEqual([{ n: 1 }]));
    expect(member.statuses).toEqual(['SUBSCRIBED']);
  });

  it('ends the channel when it loses the right to read', async () => {
    const member = await inside(one, vendor, topic);
    const system: unknown[] = [];
    member.channel.on('system' as never, {}, (payload: unknown) => system.push(payload));
    await member.client.realtime.setAuth(stranger.token);
    await eventually(() => expect(member.statuses).toEqual(['SUBSCRIBED', 'CLOSED']));
    expect(system.at(-1)).toMatchObject({
      extension: 'system',
      status: 'error',
      message: `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
    });
  });

  it('has its right to write checked again', async () => {
    const name = `session:${await addSession(one.ctx, vendor, visitor)}`;
    const socket = await raw(one);
    const address = `realtime:${name}`;
    const config = { private: true, broadcast: { ack: true } };
    const { ref: joinRef } = await socket.join(address, config, { access_token: vendor.token });
    const send = (ref: string) =>
      socket.send({ joinRef, ref, topic: address, event: 'broadcast', payload: { event: 'e', payload: {} } });
    send('first');
    expect((await socket.frame(({ ref }) => ref === 'first')).payload.status).toBe('ok');
    await runScript(
      database.url,
      `create policy "not ${name}" on realtime.messages as restrictive for insert to authenticated
       with check (realtime.topic() <> '${name}')`,
    );
    // A decision holds until the token changes.
    send('second');
    expect((await socket.frame(({ ref }) => ref === 'second')).payload.status).toBe('ok');
    const renewed = await signToken(one.ctx, vendor.userId, 7200);
    socket.send({
      joinRef,
      ref: null,
      topic: address,
      event: 'access_token',
      payload: { access_token: renewed },
    });
    send('third');
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: 'after' });
    await socket.frame(({ ref }) => ref === 'after');
    expect(socket.frames.some(({ ref }) => ref === 'third')).toBe(false);
  });

  it('ends the channel at the moment it runs out', async () => {
    const token = await signToken(one.ctx, vendor.userId, 5);
    const member = enter(one, { token }, topic);
    await eventually(() => expect(member.statuses).toEqual(['SUBSCRIBED', 'CLOSED']));
  });
});

describe('a private channel over HTTP', () => {
  it('takes messages of those who may write there and drops the others, silently', async () => {
    const member = await inside(two, visitor, topic);
    const say = (guest: Guest, from: string) =>
      clientOf(one, guest)
        .channel(topic, { config: { private: true } })
        .httpSend('e', { from });
    expect(await say(stranger, 'a stranger')).toEqual({ success: true });
    expect(await say(vendor, 'the vendor')).toEqual({ success: true });
    await eventually(() => expect(member.heard).toEqual([{ from: 'the vendor' }]));
  });

  it('judges each message of a batch by itself', async () => {
    const name = `session:${await addSession(one.ctx, vendor, visitor)}`;
    const members = [await inside(one, visitor, topic), await inside(two, visitor, name)];
    const elsewhere = `listen:${randomUUID()}`;
    const deaf = await inside(one, visitor, elsewhere);
    const answer = await fetch(`${one.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: { apikey: one.ctx.apiKeys.publishable, authorization: `Bearer ${vendor.token}` },
      body: JSON.stringify({
        messages: [topic, elsewhere, name].map((to) => ({
          topic: to,
          event: 'e',
          payload: { to },
          private: true,
        })),
      }),
    });
    expect(answer.status).toBe(202);
    await eventually(() =>
      expect(members.map(({ heard }) => heard)).toEqual([[{ to: topic }], [{ to: name }]]),
    );
    expect(deaf.heard).toEqual([]);
  });

  it('takes everything from the secret key', async () => {
    const member = await inside(one, visitor, topic);
    const answer = await fetch(
      `${one.url}/realtime/v1/api/broadcast/${encodeURIComponent(topic)}/events/e?private=true`,
      { method: 'POST', headers: { apikey: one.ctx.apiKeys.secret }, body: '{"from": "a server"}' },
    );
    expect(answer.status).toBe(202);
    await eventually(() => expect(member.heard).toEqual([{ from: 'a server' }]));
  });
});

describe('a server for private channels alone', () => {
  it('refuses public ones', async () => {
    const strict = await startProcess(database.url, { env: { REALTIME_PRIVATE_ONLY: 'true' } });
    try {
      const socket = await raw(strict);
      const extra = { access_token: vendor.token };
      expect((await socket.join('realtime:hall', {}, extra)).payload).toEqual({
        status: 'error',
        response: { reason: 'PrivateOnly: This project only allows private channels' },
      });
      expect((await socket.join(`realtime:${topic}`, { private: true }, extra)).payload.status).toBe('ok');
    } finally {
      await strict.stop();
    }
  });
});
