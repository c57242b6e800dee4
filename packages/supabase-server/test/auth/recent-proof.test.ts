import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../harness.ts';
import { call } from './call.ts';
import { type MailServer, startMailServer } from './mails.ts';

const PASSWORD = 'a long enough password';
const NEW_PASSWORD = 'another fine password';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer({ AUTH_EMAIL_CONFIRM: 'false' });
});
afterAll(() => server.stop());

/** A user who signed in eleven minutes ago. */
async function earlier(): Promise<SignedIn> {
  const user = await server.signUp(undefined, PASSWORD);
  await server.sql(
    `update auth.sessions set created_at = created_at - interval '11 minutes',
       amr = (select jsonb_agg(entry || jsonb_build_object('timestamp', (entry ->> 'timestamp')::bigint - 660))
         from jsonb_array_elements(amr) entry)
     where user_id = $1`,
    [user.userId],
  );
  return user;
}

const stored = async (userId: string) =>
  (
    await server.sql<{ email: string; encrypted_password: string; phone: string | null }>(
      'select email, encrypted_password, phone from auth.users where id = $1',
      [userId],
    )
  )[0];

describe('a session that was opened long ago', () => {
  it.each([
    ['password', { password: NEW_PASSWORD }],
    ['email', { email: 'thief@fair.example' }],
    ['password and email', { password: NEW_PASSWORD, email: 'thief2@fair.example' }],
  ])('does not change the %s by itself', async (_what, change) => {
    const { client, userId } = await earlier();
    const before = await stored(userId);
    const { error } = await client.auth.updateUser(change);
    expect(error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect(await stored(userId)).toEqual(before);
  });

  it('does not become recent when its tokens are renewed', async () => {
    const { client } = await earlier();
    expect((await client.auth.refreshSession()).error).toBeNull();
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD });
    expect(error?.code).toBe('reauthentication_needed');
  });

  it('changes them with the current password', async () => {
    const { client, userId, accessToken } = await earlier();
    const wrong = await call(server, '/user', {
      method: 'PUT',
      bearer: accessToken,
      body: { email: 'wrong@fair.example', current_password: 'not this one' },
    });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'current_password_invalid' } });
    const right = await call(server, '/user', {
      method: 'PUT',
      bearer: accessToken,
      body: { email: 'moved@fair.example', current_password: PASSWORD },
    });
    expect(right.status).toBe(200);
    expect((await stored(userId))?.email).toBe('moved@fair.example');
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(error).toBeNull();
  });

  it('changes them with a mailed code', async () => {
    const { client, email } = await earlier();
    await client.auth.reauthenticate();
    const { code } = await server.mailTo(email, /code/);
    const { error } = await client.auth.updateUser({ password: NEW_PASSWORD, nonce: code });
    expect(error).toBeNull();
  });

  it('changes what is no way in, as before', async () => {
    const { client } = await earlier();
    expect((await client.auth.updateUser({ data: { language: 'zh' } })).error).toBeNull();
  });

  it('changes them after the user has signed in again', async () => {
    const { client, email } = await earlier();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
  });
});

describe('an anonymous user of long ago', () => {
  it('becomes a full one, as the session is all that there is', async () => {
    const client = server.client();
    const { data } = await client.auth.signInAnonymously();
    await server.sql(
      `update auth.sessions set amr = '[{"method": "anonymous", "timestamp": 1}]' where user_id = $1`,
      [data.user?.id],
    );
    const email = 'no-longer-anonymous@fair.example';
    expect((await client.auth.updateUser({ email, password: NEW_PASSWORD })).error).toBeNull();
  });
});

describe('an unproved address', () => {
  it('is marked as such, also after a change', async () => {
    const { client } = await server.signUp();
    const { data } = await client.auth.updateUser({ email: 'unproved@fair.example' });
    expect(data.user?.identities).toMatchObject([
      { provider: 'email', identity_data: { email: 'unproved@fair.example', email_verified: false } },
    ]);
  });
});
