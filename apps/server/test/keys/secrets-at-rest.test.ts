import { randomBytes } from 'node:crypto';
import { TEST_MASTER_KEY } from '@dragoman/supabase-server/test/harness';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { buildContext } from '../../src/context.ts';
import { forgetSecrets } from '../../src/database/forget-secrets.ts';
import { startTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SAML_ENABLED: 'true', PUBLIC_URL: 'https://fair.example' });
});
afterAll(() => server.stop());

/** Opens the database as another process does. */
async function start(masterKey = TEST_MASTER_KEY) {
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: server.databaseUrl,
    MASTER_KEY: masterKey,
  });
  return buildContext(config, server.databaseUrl);
}

/** Everything that a dump of the database would hold, as text. */
async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      parts.push(...rows.map(({ row }) => row));
    }
    return parts.join('\n');
  } finally {
    await client.end();
  }
}

async function withFactor() {
  const user = await server.signUp();
  const { data } = await user.client.auth.mfa.enroll({ factorType: 'totp' });
  if (data?.type !== 'totp') throw new Error('no factor was enrolled');
  const verified = await user.client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: new TOTP({ secret: Secret.fromBase32(data.totp.secret) }).generate(),
  });
  expect(verified.error).toBeNull();
  return { ...user, factorId: data.id, secret: data.totp.secret };
}

const KEY_TABLES = ['signing_keys', 'api_keys', 'saml_key', 'master_key_check', 'push_keys'];

/** Runs `work` and puts the keys back, because the server and the other tests go on with them. */
async function withKeysPutBack(work: () => Promise<void>): Promise<void> {
  const kept = await Promise.all(
    KEY_TABLES.map(async (name) => {
      const table = `dragoman.${name}`;
      const rows = await server.sql<{ row: string }>(`select t::text as row from ${table} t`);
      return { table, rows };
    }),
  );
  try {
    await work();
  } finally {
    for (const { table, rows } of kept) {
      await server.sql(`delete from ${table}`);
      for (const { row } of rows) {
        await server.sql(`insert into ${table} select ($1::${table}).*`, [row]);
      }
    }
  }
}

describe('a copy of the database', () => {
  it('holds no signing key, secret API key, SAML key or TOTP secret', async () => {
    const { secret } = await withFactor();
    await fetch(`${server.url}/auth/v1/sso/saml/metadata`);
    const text = await dump();
    expect(text).toContain(server.ctx.apiKeys.publishable);
    expect(text).not.toContain(server.ctx.apiKeys.secret);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('PRIVATE KEY');
    // The private number of a JWK.
    expect(text).not.toMatch(/"+d"+: *"+/);
    expect(text.match(/sealed\.v1\./g)?.length).toBeGreaterThanOrEqual(4);
  });
});

describe('another master key', () => {
  it('keeps the server from starting, and changes nothing', async () => {
    const before = await server.sql('select kid, jwk from dragoman.signing_keys');
    await expect(start(randomBytes(32).toString('hex'))).rejects.toThrow(
      'is not the one that this database was encrypted with',
    );
    expect(await server.sql('select kid, jwk from dragoman.signing_keys')).toEqual(before);
  });

  it('is taken after the lost one was given up: sessions end, second factors stay', async () => {
    const { client, factorId } = await withFactor();
    await withKeysPutBack(async () => {
      await server.ctx.db.transaction(forgetSecrets);
      const fresh = await start(randomBytes(32).toString('hex'));
      try {
        expect(fresh.apiKeys.secret).not.toBe(server.ctx.apiKeys.secret);
        expect(fresh.apiKeys.publishable).toBe(server.ctx.apiKeys.publishable);
        expect(await server.sql('select 1 from auth.sessions')).toEqual([]);
        expect(await server.sql('select status from auth.mfa_factors where id = $1', [factorId])).toEqual([
          { status: 'verified' },
        ]);
        expect((await client.auth.refreshSession()).error).not.toBeNull();
      } finally {
        await fresh.db.close();
      }
    });
  });
});
