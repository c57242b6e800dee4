import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';
import {
  addGuest,
  addSession,
  clientOf,
  eventually,
  type Guest,
  releaseClients,
  say,
  signToken,
  subscribed,
  watch,
  watchLive,
} from './fair.ts';
import { openRaw, type RawSocket } from './raw-socket.ts';

let server: TestServer;
let vendor: Guest;
let visitor: Guest;
let stranger: Guest;
let sessionId: string;
const open: RawSocket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  vendor = await addGuest(server.ctx, 'vendor');
  visitor = await addGuest(server.ctx, 'visitor');
  stranger = await addGuest(server.ctx, 'visitor');
  sessionId = await addSession(server.ctx, vendor, visitor);
});
afterEach(async () => {
  for (const raw of open.splice(0)) raw.ws.terminate();
  await releaseClients();
});
afterAll(() => server?.stop());

const ofSession = () => [{ table: 'messages', filter: `session_id=eq.${sessionId}` }];

async function raw(): Promise<RawSocket> {
  const socket = await openRaw(server);
  open.push(socket);
  return socket;
}

/** The contents of the changes that a channel received. */
function contents(socket: RawSocket): string[] {
  return socket.frames
    .filter(({ event }) => event === 'postgres_changes')
    .map(({ payload }) => payload.data.record.content);
}

describe('the token of a channel', () => {
  it('can be renewed while the channel lives on', async () => {
    const client = clientOf(server, vendor);
    const { events, statuses } = await watchLive(client, ofSession());
    await client.realtime.setAuth(await signToken(server.ctx, vendor.userId, 7200));
    await say(server.ctx, sessionId, visitor, 'after the renewal');
    await eventually(() => expect(events.map(({ new: row }) => row.content)).toEqual(['after the renewal']));
    expect(statuses).toEqual(['SUBSCRIBED']);
  });

  it('decides whose rights are checked: another user’s token changes what is visible', async () => {
    const socket = await raw();
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'messages' }] };
    const topic = 'realtime:hall';
    const { ref: joinRef } = await socket.join(topic, config, { access_token: stranger.token });
    const witness = await watchLive(clientOf(server, vendor), ofSession());
    await say(server.ctx, sessionId, visitor, 'unseen');
    await eventually(() => expect(witness.events).toHaveLength(1));
    // The answer to the heartbeat comes after the token was read, since frames are taken in order.
    socket.send({
      joinRef,
      ref: '1',
      topic,
      event: 'access_token',
      payload: { access_token: visitor.token },
    });
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: '2' });
    await socket.frame(({ ref }) => ref === '2');
    await say(server.ctx, sessionId, vendor, 'seen');
    await eventually(() => expect(contents(socket)).toEqual(['seen']));
    expect(socket.frames.some(({ ref, event }) => ref === '1' && event === 'phx_reply')).toBe(false);
  });

  it('is left as it is by the same one, none, and an API key', async () => {
    const socket = await raw();
    const topic = 'realtime:hall';
    const { ref: joinRef } = await socket.join(
      topic,
      { postgres_changes: [{ event: '*', schema: 'public', table: 'messages' }] },
      { access_token: visitor.token },
    );
    for (const token of [visitor.token, null, '', server.ctx.apiKeys.publishable, 7]) {
      socket.send({ joinRef, ref: '1', topic, event: 'access_token', payload: { access_token: token } });
    }
    socket.send({ topic: 'phoenix', event: 'heartbeat', ref: '2' });
    await socket.frame(({ ref }) => ref === '2');
    await say(server.ctx, sessionId, vendor, 'seen');
    await eventually(() => expect(contents(socket)).toEqual(['seen']));
  });

  it('ends the channel when it is exchanged for a bad or an expired one', async () => {
    for (const [token, reason] of [
      ['nonsense', /^MalformedJWT: /],
      [
        await signToken(server.ctx, visitor.userId, -30),
        /^InvalidJWTToken: Token has expired 3\d seconds ago$/,
      ],
      [`${visitor.token.slice(0, -4)}AAAA`, /^InvalidJWTToken: /],
    ] as const) {
      const socket = await raw();
      const topic = 'realtime:hall';
      const { ref: joinRef } = await socket.join(topic, {}, { access_token: visitor.token });
      socket.send({ joinRef, ref: '1', topic, event: 'access_token', payload: { access_token: token } });
      await socket.frame(({ event }) => event === 'phx_close');
      const system = await socket.frame(({ event }) => event === 'system');
      expect(system).toMatchObject({
        joinRef,
        payload: { status: 'error', message: expect.stringMatching(reason), channel: 'hall' },
      });
    }
  });

  it('that has run out refuses a join and says since when', async () => {
    const token = await signToken(server.ctx, visitor.userId, -60);
    const { statuses, errors } = watch(clientOf(server, { token }), ofSession());
    await eventually(() => expect(statuses).toContain('CHANNEL_ERROR'));
    expect(errors[0]).toMatch(/^InvalidJWTToken: Token has expired 6\d seconds ago$/);
  });

  it('ends the channel at the moment it runs out', async () => {
    // Long enough to subscribe on a busy machine.
    const token = await signToken(server.ctx, visitor.userId, 5);
    const watched = watch(clientOf(server, { token }), ofSession());
    await eventually(() => expect(watched.statuses).toEqual(['SUBSCRIBED', 'CLOSED']), 15_000);
    expect(watched.system.at(-1)).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/^InvalidJWTToken: Token has expired/),
    });
    const seen = watched.events.length;
    const other = await watchLive(clientOf(server, vendor), ofSession());
    await say(server.ctx, sessionId, visitor, 'too late');
    await eventually(() => expect(other.events).toHaveLength(1));
    expect(watched.events).toHaveLength(seen);
  });

  it('that comes after a join without one makes the refused subscription live', async () => {
    const client = clientOf(server);
    const watched = watch(client, ofSession());
    await eventually(() => expect(watched.system).toHaveLength(1));
    expect(watched.system[0]).toMatchObject({
      status: 'error',
      message: expect.stringMatching(/invalid column/),
    });
    await client.realtime.setAuth(vendor.token);
    await subscribed(watched);
    await say(server.ctx, sessionId, visitor, 'now');
    await eventually(() => expect(watched.events).toHaveLength(1));
  });

  it('that loses the right to read a filtered column ends the channel', async () => {
    const now = Math.floor(Date.now() / 1000);
    const anonymous = await server.ctx.signingKeys.sign({ role: 'anon', sub: vendor.userId, exp: now + 60 });
    const client = clientOf(server, vendor);
    const watched = await watchLive(client, ofSession());
    await client.realtime.setAuth(anonymous);
    await eventually(() => expect(watched.statuses).toEqual(['SUBSCRIBED', 'CLOSED']));
  });

  it('for which the policies raise an error reads nothing, without affecting others', async () => {
    await server.sql(
      `create policy odd on messages as restrictive for select to authenticated
         using (coalesce(auth.jwt() ->> 'odd', '00000000-0000-4000-8000-000000000000')::uuid is not null)`,
    );
    const exp = Math.floor(Date.now() / 1000) + 60;
    const claims = { role: 'authenticated', sub: visitor.userId, exp, odd: 'no-uuid' };
    const token = await server.ctx.signingKeys.sign(claims);
    const odd = await watchLive(clientOf(server, { token }), [{ table: 'messages' }]);
    const other = await watchLive(clientOf(server, vendor), [{ table: 'messages' }]);
    await say(server.ctx, sessionId, visitor, 'x');
    await say(server.ctx, sessionId, visitor, 'y');
    await eventually(() => expect(other.events).toHaveLength(2));
    expect(odd.events).toEqual([]);
    expect([odd.statuses, other.statuses]).toEqual([['SUBSCRIBED'], ['SUBSCRIBED']]);
    await server.sql('drop policy odd on messages');
  });

  it('of a role that does not exist reads nothing', async () => {
    const now = Math.floor(Date.now() / 1000);
    const token = await server.ctx.signingKeys.sign({
      role: 'nobody_at_all',
      sub: vendor.userId,
      exp: now + 60,
    });
    const { events } = await watchLive(clientOf(server, { token }), [{ table: 'messages' }]);
    await say(server.ctx, sessionId, visitor, 'x');
    await eventually(() => expect(events).toHaveLength(1));
    expect(events[0]).toMatchObject({ new: {}, errors: ['Error 401: Unauthorized'] });
  });
});

describe('a signed-in official client', () => {
  it('sees changes with the token of its session, also after a refresh', async () => {
    const person = await server.person({ role: 'visitor' });
    const own = { userId: person.userId, profileId: person.profileId, token: person.accessToken };
    const session = await addSession(server.ctx, vendor, own);
    const watched = await watchLive(person.client, [
      { table: 'messages', filter: `session_id=eq.${session}` },
    ]);
    await say(server.ctx, session, vendor, 'one');
    await eventually(() => expect(watched.events).toHaveLength(1));
    const { error } = await person.client.auth.refreshSession();
    expect(error).toBeNull();
    const { error: failed } = await person.client
      .from('messages')
      .insert({ session_id: session, sender_id: person.profileId, content: 'two' });
    expect(failed).toBeNull();
    await eventually(() => expect(watched.events.map(({ new: row }) => row.content)).toEqual(['one', 'two']));
    expect(watched.statuses).toEqual(['SUBSCRIBED']);
    await person.client.removeAllChannels();
  });
});
