import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listen } from '@dragoman/supabase-server/http/listen';
import {
  connectClients,
  createDatabase as createDatabaseFrom,
  type TestServer as PackageTestServer,
  type SignedIn as SignedInUser,
  sqlAsOwner,
  TEST_MASTER_KEY,
  TEST_PASSWORD_COST,
} from '@dragoman/supabase-server/test/harness';
import { inject } from 'vitest';
import { createApp } from '../src/app.ts';
import { loadConfig } from '../src/config/config.ts';
import { type AppContext, buildContext, type ContextOverrides } from '../src/context.ts';

export type SignedIn = SignedInUser;

/** The real product on a database of its own. */
export interface TestServer extends PackageTestServer<AppContext> {
  /** Like {@link TestServer.signUp}, with a profile of the given role. */
  person(profile: { role: 'vendor' | 'visitor' } & Record<string, unknown>): Promise<Person>;
}

export interface Person extends SignedIn {
  profileId: string;
}

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
  const ctx = await buildContext(config, database.url, { passwordCost: TEST_PASSWORD_COST, ...overrides });
  const app = await createApp(ctx);
  const listening = await listen(app, { ...config, port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${listening.port}`;
  const { close, ...clients } = connectClients(url, ctx.apiKeys.publishable);

  return {
    url,
    ctx,
    databaseUrl: database.url,
    ...clients,
    async person(profile) {
      const user = await clients.signUp();
      const { data, error } = await user.client
        .from('profiles')
        .insert({ user_id: user.userId, email: user.email, name: 'Test Person', ...profile })
        .select('id')
        .single();
      if (error) throw error;
      return { ...user, profileId: data.id as string };
    },
    sql: sqlAsOwner(ctx.db),
    async stop() {
      await close();
      await listening.close();
      await ctx.db.close();
      await database.drop();
      if (ownDataDir) await rm(ownDataDir, { recursive: true, force: true });
    },
  };
}

/**
 * @param options.empty whether the database has no schema yet; else it is a copy of the migrated
 * template
 */
export function createDatabase(
  options: { empty?: boolean } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  return createDatabaseFrom(options.empty ? 'template0' : inject('productTemplate'));
}
