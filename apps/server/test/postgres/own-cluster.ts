import { startEmbeddedPostgres } from '@dragoman/supabase-server/db/embedded/launcher';
import { makeTempDir, removeTempDir } from '@dragoman/supabase-server/test/embedded/support';
import pg from 'pg';

/** A PostgreSQL that a test has for itself: roles belong to the whole cluster. */
export interface OwnCluster {
  /** URL of its superuser. */
  url: string;
  /** Runs statements as the superuser, in the database of the URL. */
  run(...statements: string[]): Promise<void>;
  /** The major version. */
  version(): Promise<number>;
  /** @returns the cluster's URL with another database, account and password */
  urlOf(change: { database?: string; user?: string; password?: string }): string;
  stop(): Promise<void>;
}

/**
 * Starts an embedded PostgreSQL. OWN_CLUSTER_URL names another one instead, by the URL of its
 * superuser: for another major version. Its roles `anon`, `fair` and the like are dropped.
 */
export async function startOwnCluster(): Promise<OwnCluster> {
  const given = process.env.OWN_CLUSTER_URL;
  const dataDir = given ? null : await makeTempDir();
  const postgres = dataDir
    ? await startEmbeddedPostgres({ dataDir, log: () => undefined })
    : { url: given ?? '', stop: async () => undefined };
  return {
    url: postgres.url,
    async run(...statements) {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      try {
        for (const statement of statements) await client.query(statement);
      } finally {
        await client.end();
      }
    },
    async version() {
      const client = new pg.Client({ connectionString: postgres.url });
      await client.connect();
      const { rows } = await client.query<{ number: number }>(
        `select current_setting('server_version_num')::int / 10000 as number`,
      );
      await client.end();
      return rows[0]?.number ?? 0;
    },
    urlOf({ database, user, password }) {
      const url = new URL(postgres.url);
      if (database) url.pathname = `/${database}`;
      if (user) url.username = user;
      if (password) url.password = password;
      return url.href;
    },
    async stop() {
      await postgres.stop();
      if (dataDir) await removeTempDir(dataDir);
    },
  };
}
