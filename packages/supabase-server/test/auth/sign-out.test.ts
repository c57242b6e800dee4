import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';
import { call, payloadOf, refresh } from './call.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Three signed-in devices of one user; the first is the one that signs out. */
async function threeDevices(): Promise<{ user: SignedIn; tokens: string[] }> {
  const user = await server.signUp();
  const others = await Promise.all(
    [1, 2].map(() => server.client().auth.signInWithPassword({ email: user.email, password: user.password })),
  );
  return { user, tokens: [user.accessToken, ...others.map(({ data }) => data.session?.access_token ?? '')] };
}

async function stillIn(tokens: string[]): Promise<string[]> {
  const answers = await Promise.all(tokens.map((bearer) => call(server, '/user', { bearer })));
  return answers.map(({ status, body }) => (status === 200 ? 'in' : `${status} ${body.code}`));
}

const OUT = '403 session_not_found';

describe('signOut', () => {
  it.each([
    ['global', [OUT, OUT, OUT]],
    ['local', [OUT, 'in', 'in']],
    ['others', ['in', OUT, OUT]],
  ] as const)('with scope %s', async (scope, expected) => {
    const { user, tokens } = await threeDevices();
    const bystander = await server.signUp();
    expect((await user.client.auth.signOut({ scope })).error).toBeNull();
    expect(await stillIn(tokens)).toEqual(expected);
    expect(await stillIn([bystander.accessToken])).toEqual(['in']);
  });

  it('ends the refresh tokens too', async () => {
    const { client } = await server.signUp();
    const token = (await client.auth.getSession()).data.session?.refresh_token ?? '';
    await client.auth.signOut();
    expect((await refresh(server, token)).status).toBe(400);
  });

  it('is global by default, answers 204 without a body, and 403 the second time', async () => {
    const { tokens } = await threeDevices();
    const answer = await call(server, '/logout', { method: 'POST', bearer: tokens[0] ?? '' });
    expect(answer).toMatchObject({ status: 204, body: null });
    expect(await stillIn(tokens)).toEqual([OUT, OUT, OUT]);
    expect(await call(server, '/logout', { method: 'POST', bearer: tokens[0] ?? '' })).toMatchObject({
      status: 403,
      body: { code: 'session_not_found' },
    });
  });

  it('refuses another scope and ends nothing', async () => {
    const { accessToken } = await server.signUp();
    expect(await call(server, '/logout?scope=all', { method: 'POST', bearer: accessToken })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
    expect(await stillIn([accessToken])).toEqual(['in']);
  });

  it('lets getUser tell the client that its session is gone', async () => {
    const { client, accessToken } = await server.signUp();
    await server.sql('delete from auth.sessions where id = $1', [payloadOf(accessToken).session_id]);
    const { error } = await client.auth.getUser();
    expect(error?.name).toBe('AuthSessionMissingError');
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  it('survives all devices signing out everywhere at once', async () => {
    const { tokens } = await threeDevices();
    const answers = await Promise.all(
      tokens.map((bearer) => call(server, '/logout', { method: 'POST', bearer })),
    );
    for (const { status } of answers) expect([204, 403]).toContain(status);
    expect(await stillIn(tokens)).toEqual([OUT, OUT, OUT]);
  });
});
