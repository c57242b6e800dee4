import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type StandaloneServer, startTestServer } from '../harness.ts';

// The hook `custom_access_token` as Supabase's guide writes one (supabase-protocol 2.15).

const URI = 'pg-functions://postgres/public/custom_access_token_hook';

let prepared: StandaloneServer;
let server: StandaloneServer;
beforeAll(async () => {
  prepared = await startTestServer();
  await hook(`claims := claims || '{"booth": "A12"}'`);
  await prepared.sql(
    'revoke execute on function public.custom_access_token_hook(jsonb) from public, anon, authenticated',
  );
  await prepared.sql(
    'grant execute on function public.custom_access_token_hook(jsonb) to supabase_auth_admin',
  );
  await prepared.sql('grant usage on schema public to supabase_auth_admin');
  server = await startTestServer({ DATABASE_URL: prepared.databaseUrl, HOOK_CUSTOM_ACCESS_TOKEN_URI: URI });
});
afterAll(async () => {
  await server?.stop();
  await prepared.stop();
});
afterEach(() => hook(`claims := claims || '{"booth": "A12"}'`));

/** Writes the hook's body, which may change `claims`. */
async function hook(body: string): Promise<void> {
  await prepared.sql(
    `create or replace function public.custom_access_token_hook(event jsonb) returns jsonb language plpgsql as $$
     declare claims jsonb := event -> 'claims';
     begin
       ${body};
       return jsonb_build_object('claims', claims);
     end $$`,
  );
}

async function signIn() {
  const { email, password } = await prepared.signUp();
  return server.client().auth.signInWithPassword({ email, password });
}

describe('the hook for access tokens', () => {
  it('changes the claims of sign-ups, sign-ins and refreshed tokens', async () => {
    const { accessToken, client } = await server.signUp();
    expect(decodeJwt(accessToken)).toMatchObject({ booth: 'A12', role: 'authenticated' });
    expect(decodeJwt((await signIn()).data.session?.access_token ?? '')).toMatchObject({ booth: 'A12' });
    const { data } = await client.auth.refreshSession();
    expect(decodeJwt(data.session?.access_token ?? '')).toMatchObject({ booth: 'A12' });
    // The token is good for the data API, whose policies see the claim.
    expect((await client.auth.getUser()).error).toBeNull();
  });

  it('is told who signs in, and how', async () => {
    await hook(
      `claims := claims || jsonb_build_object('seen', jsonb_build_array(event ->> 'user_id', event ->> 'authentication_method', current_user))`,
    );
    const { accessToken, client, userId } = await server.signUp();
    const seen = (token: string) => decodeJwt(token).seen;
    expect(seen(accessToken)).toEqual([userId, 'password', 'supabase_auth_admin']);
    const { data } = await client.auth.refreshSession();
    expect(seen(data.session?.access_token ?? '')).toEqual([userId, 'token_refresh', 'supabase_auth_admin']);
    const guest = await server.client().auth.signInAnonymously();
    expect(seen(guest.data.session?.access_token ?? '')).toEqual([
      guest.data.user?.id,
      'anonymous',
      'supabase_auth_admin',
    ]);
  });

  it('refuses a sign-in in its own words, and leaves no session', async () => {
    const { email, password, userId } = await prepared.signUp();
    const before = await prepared.sql('select id from auth.sessions where user_id = $1', [userId]);
    await hook(`return '{"error": {"http_code": 403, "message": "Not at this fair"}}'`);
    const { error } = await server.client().auth.signInWithPassword({ email, password });
    expect(error).toMatchObject({ status: 403, message: 'Not at this fair' });
    expect(await prepared.sql('select id from auth.sessions where user_id = $1', [userId])).toEqual(before);
  });

  it.each([
    ['takes more than two seconds', 'perform pg_sleep(30)', 503, 'hook_timeout'],
    ['fails', `raise exception 'broken'`, 503, 'unexpected_failure'],
    ['may not read a table', 'perform from auth.refresh_tokens', 503, 'unexpected_failure'],
    ['drops a claim that is needed', `claims := claims - 'sub'`, 500, 'unexpected_failure'],
    ['gives nothing', 'return null', 500, 'unexpected_failure'],
    [
      'gives more than a header holds',
      `claims := claims || jsonb_build_object('big', repeat('x', 9000))`,
      500,
      'unexpected_failure',
    ],
  ])('that %s ends the sign-in with an error, and no session', async (_, body, status, code) => {
    const { email, password, userId } = await prepared.signUp();
    const before = await prepared.sql('select id from auth.sessions where user_id = $1', [userId]);
    await hook(body);
    const answer = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.ctx.apiKeys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
      status,
      code,
    ]);
    expect(await prepared.sql('select id from auth.sessions where user_id = $1', [userId])).toEqual(before);
  });

  it('that fails once does not end a session that is refreshed', async () => {
    const { client } = await server.signUp();
    const { data } = await client.auth.getSession();
    const token = { refresh_token: data.session?.refresh_token ?? '' };
    await hook(`raise exception 'broken'`);
    // The official client repeats a 503 for half a minute.
    const failed = await fetch(`${server.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: server.ctx.apiKeys.publishable, 'content-type': 'application/json' },
      body: JSON.stringify(token),
    });
    expect(failed.status).toBe(503);
    await hook(`claims := claims || '{"booth": "B1"}'`);
    const again = await server.client().auth.refreshSession(token);
    expect(decodeJwt(again.data.session?.access_token ?? '')).toMatchObject({ booth: 'B1' });
  });
});

describe('a start with a hook', () => {
  const start = (uri: string) =>
    startTestServer({ DATABASE_URL: prepared.databaseUrl, HOOK_CUSTOM_ACCESS_TOKEN_URI: uri }).then(
      async (started) => {
        await started.stop();
        return 'started';
      },
      (error: Error) => error.message,
    );

  it('is refused without the function, with a word what to do', async () => {
    expect(await start('pg-functions://postgres/public/nowhere')).toContain(
      'HOOK_CUSTOM_ACCESS_TOKEN_URI names the function "public"."nowhere"(jsonb), which the database does not have',
    );
    expect(await start('https://hooks.fair.example')).toContain(
      'HOOK_CUSTOM_ACCESS_TOKEN_URI must have the form pg-functions://postgres/<schema>/<function>',
    );
  });

  it('is refused without a privilege, with the SQL that grants it', async () => {
    await prepared.sql(
      'revoke execute on function public.custom_access_token_hook(jsonb) from supabase_auth_admin',
    );
    const message = await start(URI);
    const sql = /^ {4}grant .*;$/m.exec(message)?.[0] ?? '';
    expect(sql.trim()).toBe(
      'grant execute on function "public"."custom_access_token_hook"(jsonb) to supabase_auth_admin;',
    );
    await prepared.sql(sql);
    expect(await start(URI)).toBe('started');
  });
});
