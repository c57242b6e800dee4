import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, payloadOf } from './call.ts';
import { type MailServer, openLink, startMailServer } from './mails.ts';
import { memoryClient } from './memory-client.ts';

const PASSWORD = 'a long enough password';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

const exchange = (authCode: string, verifier = VERIFIER) =>
  call(server, '/token?grant_type=pkce', { body: { auth_code: authCode, code_verifier: verifier } });

/**
 * Asks for a sign-in link with the challenge above.
 * @returns the code that the opened link gives
 */
async function codeOf(email: string, method = 's256', challenge = CHALLENGE): Promise<string> {
  await call(server, '/otp', { body: { email, code_challenge: challenge, code_challenge_method: method } });
  const { target } = await openLink((await server.mailTo(email)).link);
  return target.searchParams.get('code') ?? '';
}

describe('a link of a client with a code challenge', () => {
  it('confirms a sign-up and gives a code that this client alone can exchange', async () => {
    const email = 'lin@fair.example';
    const client = memoryClient(server, 'pkce');
    const redirect = `${server.url}/join/7?sb_flow_id=1`;
    const signedUp = await client.auth.signUp({
      email,
      password: PASSWORD,
      options: { emailRedirectTo: redirect },
    });
    expect(signedUp.error).toBeNull();
    const mail = await server.mailTo(email);
    expect(mail.linkToken).toMatch(/^pkce_[0-9a-f]{56}$/);
    const { status, target, given } = await openLink(mail.link);
    expect(status).toBe(303);
    expect([...given]).toEqual([]);
    const code = target.searchParams.get('code') ?? '';
    expect(target.href).toBe(`${redirect}&code=${code}`);
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    const { data, error } = await client.auth.exchangeCodeForSession(code);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email, id: signedUp.data.user?.id });
    expect(payloadOf(data.session?.access_token ?? '').amr).toMatchObject([{ method: 'email/signup' }]);
  });

  it('works for recovery and for a change of address', async () => {
    const email = 'recover@fair.example';
    const client = memoryClient(server, 'pkce');
    await client.auth.signUp({ email, password: PASSWORD });
    const exchangeLink = async (address: string, about: RegExp) => {
      const { target } = await openLink((await server.mailTo(address, about)).link);
      return client.auth.exchangeCodeForSession(target.searchParams.get('code') ?? '');
    };
    await exchangeLink(email, /Confirm/);
    await client.auth.resetPasswordForEmail(email);
    const recovered = await exchangeLink(email, /Reset/);
    expect(recovered.error).toBeNull();
    expect(payloadOf(recovered.data.session?.access_token ?? '').amr).toMatchObject([{ method: 'recovery' }]);

    // The official client forgets its verifier when the answer to updateUser comes: by hand, then.
    await call(server, '/user', {
      method: 'PUT',
      bearer: recovered.data.session?.access_token ?? '',
      body: { email: 'recovered@fair.example', code_challenge: CHALLENGE, code_challenge_method: 's256' },
    });
    const first = await openLink((await server.mailTo(email, /change/)).link);
    expect(first.target.searchParams.get('message')).toContain('other email');
    expect(first.given.get('message')).toContain('other email');
    const second = await openLink((await server.mailTo('recovered@fair.example')).link);
    const changed = await exchange(second.target.searchParams.get('code') ?? '');
    expect(changed.body.user).toMatchObject({ email: 'recovered@fair.example' });
    expect(payloadOf(changed.body.access_token).amr).toMatchObject([{ method: 'email_change' }]);
  });

  it('tells its errors in query and fragment', async () => {
    const { target, given } = await openLink(`${server.url}/auth/v1/verify?token=pkce_abc&type=magiclink`);
    for (const parameters of [target.searchParams, given]) {
      expect(Object.fromEntries(parameters)).toMatchObject({
        error: 'access_denied',
        error_code: 'otp_expired',
      });
    }
  });

  it('can be redeemed by the code that people type', async () => {
    const email = 'typed@fair.example';
    await call(server, '/otp', { body: { email, code_challenge: CHALLENGE, code_challenge_method: 's256' } });
    const { code } = await server.mailTo(email);
    expect((await server.client().auth.verifyOtp({ email, token: code, type: 'email' })).error).toBeNull();
  });
});

describe('the exchange', () => {
  it('refuses a wrong verifier without using the code up, and a used code', async () => {
    const code = await codeOf('wrong@fair.example');
    expect(await exchange(code, 'w'.repeat(43))).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier' },
    });
    expect(await exchange(code, CHALLENGE)).toMatchObject({
      status: 400,
      body: { code: 'bad_code_verifier' },
    });
    expect((await exchange(code)).status).toBe(200);
    expect(await exchange(code)).toMatchObject({ status: 404, body: { code: 'flow_state_not_found' } });
  });

  it('takes plain challenges', async () => {
    const code = await codeOf('plain@fair.example', 'PLAIN', VERIFIER);
    expect((await exchange(code)).status).toBe(200);
  });

  it('gives one of several exchanges at once a session', async () => {
    const code = await codeOf('race@fair.example');
    const answers = await Promise.all(Array.from({ length: 4 }, () => exchange(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  it('refuses a code five minutes after the link was opened', async () => {
    const code = await codeOf('late@fair.example');
    await server.sql(`update auth.flow_states set auth_code_issued_at = now() - interval '301 seconds'`);
    expect(await exchange(code)).toMatchObject({ status: 422, body: { code: 'flow_state_expired' } });
  });

  it('refuses unknown and missing values', async () => {
    expect(await exchange('00000000-0000-4000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { code: 'flow_state_not_found' },
    });
    for (const body of [{ auth_code: '', code_verifier: VERIFIER }, { auth_code: 'a' }, {}]) {
      expect(await call(server, '/token?grant_type=pkce', { body })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    }
    const half = await call(server, '/otp', { body: { email: 'a@fair.example', code_challenge: CHALLENGE } });
    expect(half).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });
});
