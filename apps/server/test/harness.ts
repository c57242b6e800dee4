import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { inject } from 'vitest';
import WebSocket from 'ws';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { type AppContext, buildContext, type ContextOverrides } from '../src/context.ts';
import { listen } from '../src/http/listen.ts';

/** The real server on a database of its own. */
export interface TestServer {
  url: string;
  ctx: AppContext;
  databaseUrl: string;
  /** An official client with the publishable key (or `key`) that keeps its session in memory. */
  client(key?: string): SupabaseClient;
  /** Signs up a new user and gives a client that is signed in as that user. */
  signUp(email?: string, password?: string): Promise<SignedIn>;
  /** Like {@link TestServer.signUp}, with a profile of the given role. */
  person(profile: { role: 'vendor' | 'visitor' } & Record<string, unknown>): Promise<Person>;
  /** Runs SQL as the owner. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Stops the server and drops its database. */
  stop(): Promise<void>;
}

export interface SignedIn {
  client: SupabaseClient;
  userId: string;
  email: string;
  password: string;
  accessToken: string;
}

export interface Person extends SignedIn {
  profileId: string;
}

/**
 * Shared by all test servers: those on one database must share the key, and none may leave a file.
 */
export const TEST_MASTER_KEY = randomBytes(32).toString('hex');

/**
 * Boots a server on a copy of the migrated template.
 * @param env variables on top of the tests' own; with DATABASE_URL that database is used, and stays
 * @param overrides parts of the context that the test brings
 */
export async function startTestServer(
  env: Record<string, string> = {},
  overrides: ContextOverrides = {},
): Promise<TestServer> {
  const database = env.DATABASE_URL
    ? { url: env.DATABASE_URL, drop: async () => undefined }
    : await createDatabase();
  // None may write into the folder of a server that runs on this machine.
  const ownDataDir =
    env.DATA_DIR === undefined ? await mkdtemp(path.join(os.tmpdir(), 'dragoman-data-')) : null;
  const config = loadConfig({
    LOG_LEVEL: 'fatal',
    TRANSLATION_LOCAL: 'off',
    PORT: '0',
    DATABASE_POOL_SIZE: '8',
    DATABASE_URL: database.url,
    MASTER_KEY: TEST_MASTER_KEY,
    ...(ownDataDir && { DATA_DIR: ownDataDir }),
    ...env,
  });
  const ctx = await buildContext(config, database.url, overrides);
  const app = await createApp(ctx);
  const listening = await listen(app, { ...config, port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${listening.port}`;
  const clients: SupabaseClient[] = [];

  function client(key = ctx.apiKeys.publishable): SupabaseClient {
    const made = createClient(url, key, {
      auth: {
        persistSession: false,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        experimental: { passkey: true },
      },
      // Node 20 has no WebSocket of its own.
      realtime: { transport: WebSocket as never },
    });
    clients.push(made);
    return made;
  }

  async function signUp(
    email = `${randomBytes(8).toString('hex')}@fair.example`,
    password = 'a long enough password',
  ): Promise<SignedIn> {
    const own = client();
    const { data, error } = await own.auth.signUp({ email, password });
    if (error || !data.session || !data.user) throw error ?? new Error('sign-up gave no session');
    return { client: own, userId: data.user.id, email, password, accessToken: data.session.access_token };
  }

  return {
    url,
    ctx,
    databaseUrl: database.url,
    client,
    signUp,
    async person(profile) {
      const user = await signUp();
      const { data, error } = await user.client
        .from('profiles')
        .insert({ user_id: user.userId, email: user.email, name: 'Test Person', ...profile })
        .select('id')
        .single();
      if (error) throw error;
      return { ...user, profileId: data.id as string };
    },
    sql: (text, values) => ctx.db.query(text, values),
    async stop() {
      for (const made of clients) {
        await made.removeAllChannels();
        await made.realtime.disconnect();
      }
      await listening.close();
      await ctx.db.close();
      await database.drop();
      if (ownDataDir) await rm(ownDataDir, { recursive: true, force: true });
    },
  };
}

/** @param options.empty whether the database has no schema yet; else it is a copy of the migrated template */
export async function createDatabase(
  options: { empty?: boolean } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const adminUrl = inject('adminUrl');
  const name = `dragoman_test_${randomBytes(8).toString('hex')}`;
  const template = options.empty ? 'template0' : inject('templateName');
  await runAdmin(adminUrl, `create database ${name} template ${template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAdmin(adminUrl, `drop database if exists ${name} with (force)`) };
}

async function runAdmin(url: string, text: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await admin.query(text);
  } finally {
    await admin.end();
  }
}
