import { clientWithToken } from '@dragoman/supabase-server/test/rest/fixture';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestServer, type TestServer } from '../harness.ts';
import { eventually, type ServerProcess, startProcess } from '../realtime/fair.ts';
import { openRaw, type RawSocket } from '../realtime/raw-socket.ts';

// docs/adr/0003: an access token ends with its session and its user, on every service and in every
// process.

let server: TestServer;
/** Another server process on the same database. */
let other: ServerProcess;
const open: RawSocket[] = [];

beforeAll(async () => {
  server = await startTestServer();
  other = await startProcess(server.databaseUrl);
});
afterEach(() => {
  for (const raw of open.splice(0)) raw.ws.terminate();
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

type Where = Pick<TestServer, 'url' | 'ctx'>;

/** The statuses with which the services of a process answer an access token. */
async function answersTo(token: string, where: Where = server): Promise<Record<string, number>> {
  const client = clientWithToken({ ...server, ...where }, token);
  const [rest, rpc, files, translated] = await Promise.all([
    client.from('profiles').select('id').limit(1),
    client.rpc('lead_tags'),
    client.storage.from('avatars').list(''),
    client.functions.invoke('translate', {
      body: { text: 'Hello', sourceLanguage: 'en', targetLanguage: 'zh' },
    }),
  ]);
  const sent = await fetch(`${where.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: {
      apikey: where.ctx.apiKeys.publishable,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ messages: [{ topic: 'hall', event: 'hello', payload: {} }] }),
  });
  return {
    rest: rest.status,
    rpc: rpc.status,
    // The storage protocol tells the status in the body.
    storage: files.error ? Number((files.error as { statusCode?: string }).statusCode) : 200,
    functions: translated.error ? translated.error.context.status : 200,
    realtime: sent.status,
  };
}

const GOOD = { rest: 200, rpc: 200, storage: 200, functions: 200, realtime: 202 };
const ENDED = { rest: 401, rpc: 401, storage: 403, functions: 401, realtime: 401 };

interface Device {
  user: Person;
  token: string;
}

/** Each ends the access of a device, in one way. */
const ENDS: Record<string, (device: Device) => Promise<unknown>> = {
  'the device signed out': ({ user }) => user.client.auth.signOut({ scope: 'local' }),
  'the user signed out everywhere': async ({ user }) => {
    const second = await signInAgain(user);
    return second.auth.signOut({ scope: 'global' });
  },
  'the password was changed on another device': async ({ user }) => {
    const second = await signInAgain(user);
    return second.auth.updateUser({ password: 'another fine password' });
  },
  'the user was banned': ({ user }) => admin().updateUserById(user.userId, { ban_duration: '24h' }),
  'the user was deleted': ({ user }) => admin().deleteUser(user.userId),
  'the user was hidden': ({ user }) => admin().deleteUser(user.userId, true),
  'the user deleted the account': ({ user }) =>
    user.client.functions.invoke('delete-account', { body: { confirmed: true, password: user.password } }),
};

function admin() {
  return server.client(server.ctx.apiKeys.secret).auth.admin;
}

async function signInAgain({ email, password }: Person): Promise<SupabaseClient> {
  const client = server.client();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

async function newDevice(): Promise<Device> {
  const user = await server.person({ role: 'visitor' });
  return { user, token: user.accessToken };
}

async function joinHall(where: Where, token: string): Promise<RawSocket> {
  const socket = await openRaw(where);
  open.push(socket);
  const joined = await socket.join('realtime:hall', {}, { access_token: token });
  expect(joined.payload).toMatchObject({ status: 'ok' });
  return socket;
}

describe.each(Object.entries(ENDS))('when %s', (_, end) => {
  it('the old access token opens nothing any more, here and in other processes', async () => {
    const device = await newDevice();
    expect(await answersTo(device.token)).toEqual(GOOD);
    expect(await answersTo(device.token, other)).toEqual(GOOD);
    const sockets = [await joinHall(server, device.token), await joinHall(other, device.token)];
    const outcome = await end(device);
    expect(outcome).toMatchObject({ error: null });
    // Immediately: the caller may rely on it once the call returns.
    expect(await answersTo(device.token)).toEqual(ENDED);
    await eventually(async () => expect(await answersTo(device.token, other)).toEqual(ENDED));
    for (const { frames } of sockets) {
      await eventually(() => expect(frames.some(({ event }) => event === 'phx_close')).toBe(true));
    }
    for (const where of [server, other]) {
      const socket = await openRaw(where);
      open.push(socket);
      const joined = await socket.join('realtime:hall', {}, { access_token: device.token });
      expect(joined.payload).toMatchObject({ status: 'error' });
    }
  });
});

describe('an access token', () => {
  it('of a session that goes on is as good as before', async () => {
    const { user, token } = await newDevice();
    const second = await signInAgain(user);
    await second.auth.signOut({ scope: 'local' });
    expect(await answersTo(token)).toEqual(GOOD);
    await user.client.auth.updateUser({ password: 'another fine password' });
    expect(await answersTo(token)).toEqual(GOOD);
  });

  it('is refused with codes that clients know', async () => {
    const { user, token } = await newDevice();
    await user.client.auth.signOut();
    const client = clientWithToken(server, token);
    expect((await client.from('profiles').select('id')).error).toMatchObject({
      code: 'PGRST303',
      message: 'Session from session_id claim in JWT does not exist',
    });
    const { error } = await client.functions.invoke('translate', { body: {} });
    expect(await error?.context.json()).toMatchObject({ code: 'session_not_found' });
  });

  it('of a guest ends with the guest', async () => {
    const guest = server.client();
    const { data } = await guest.auth.signInAnonymously();
    const token = data.session?.access_token ?? '';
    // Functions are for people with a profile.
    await guest
      .from('profiles')
      .insert({ user_id: data.user?.id, role: 'visitor', name: 'A guest' })
      .throwOnError();
    expect(await answersTo(token)).toEqual(GOOD);
    await guest.auth.signOut();
    expect(await answersTo(token)).toEqual(ENDED);
  });

  it('ends with a session that is deleted in the database, and with its expiry', async () => {
    const deleted = await newDevice();
    expect(await answersTo(deleted.token)).toEqual(GOOD);
    await server.sql('delete from auth.sessions where user_id = $1', [deleted.user.userId]);
    await eventually(async () => expect(await answersTo(deleted.token)).toEqual(ENDED));
    const over = await newDevice();
    expect(await answersTo(over.token)).toEqual(GOOD);
    await server.sql('update auth.sessions set not_after = now() where user_id = $1', [over.user.userId]);
    await eventually(async () => expect(await answersTo(over.token)).toEqual(ENDED));
  });

  it('made by hand needs a user who exists, and a session only if it names one', async () => {
    const { user } = await newDevice();
    const exp = Math.floor(Date.now() / 1000) + 60;
    const made = (claims: object) => server.ctx.signingKeys.sign({ role: 'authenticated', exp, ...claims });
    const stranger = '00000000-0000-4000-8000-000000000000';
    expect(await answersTo(await made({ sub: user.userId }))).toEqual(GOOD);
    for (const claims of [
      {},
      { sub: 'nobody' },
      { sub: stranger },
      { sub: user.userId, session_id: stranger },
      { sub: user.userId, session_id: 'none' },
    ]) {
      const answers = await answersTo(await made(claims));
      expect(answers, JSON.stringify(claims)).toEqual(ENDED);
    }
  });

  it('of another user does not go with a session', async () => {
    const [first, second] = [await newDevice(), await newDevice()];
    const { sub, session_id } = JSON.parse(
      Buffer.from(first.token.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    const exp = Math.floor(Date.now() / 1000) + 60;
    const mixed = await server.ctx.signingKeys.sign({
      role: 'authenticated',
      exp,
      sub: second.user.userId,
      session_id,
    });
    expect(sub).toBe(first.user.userId);
    expect(await answersTo(mixed)).toEqual(ENDED);
  });
});
