import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/db/embedded/launcher.ts';
import { makeTempDir, removeTempDir } from '../embedded/support.ts';

/** A PostgreSQL that a test has for itself: roles belong to the whole cluster. */
export interface OwnCluster {
  /** URL of its superuser. */
  url: string;
  /** Runs statements as the superuser, in the database of the URL. */
  run(...statements: string[]): Promise<void>;
  /** @returns the cluster's URL with another database, account and password */
  urlOf(change: { database?: string; user?: string; password?: string }): string;
  stop(): Promise<void>;
}

export async function startOwnCluster(): Promise<OwnCluster> {
  const dataDir = await makeTempDir();
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
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
    urlOf({ database, user, password }) {
      const url = new URL(postgres.url);
      if (database) url.pathname = `/${database}`;
      if (user) url.username = user;
      if (password) url.password = password;
      return url.href;
    },
    async stop() {
      await postgres.stop();
      await removeTempDir(dataDir);
    },
  };
}
