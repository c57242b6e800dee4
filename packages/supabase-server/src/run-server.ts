import type { ServerConfig } from './config/server-config.ts';
import type { Database } from './db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded/launcher.ts';
import { type HttpApp, listen, type TlsSource } from './http/listen.ts';
import { closeAll } from './util/close-all.ts';
import type { Logger } from './util/logger.ts';

/** The parts that an application builds on the database. */
export interface ServerParts<Context> {
  /** Migrates the database and opens the resources of the application's services. */
  openContext(databaseUrl: string): Promise<Context>;
  createApp(ctx: Context): Promise<HttpApp>;
  /** Speaks HTTPS with this certificate; plain HTTP when missing. */
  tls?: TlsSource | undefined;
}

/** A server that accepts requests. */
export interface RunningServer<Context> {
  port: number;
  ctx: Context;
  /** The embedded database, or null when DATABASE_URL names one. */
  embedded: EmbeddedPostgres | null;
  /**
   * Ends everything in reverse order of opening: HTTP and sockets, the pool, the embedded database.
   */
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL unless the settings name a database, opens the application over
 * it, and serves it. What was opened is closed again when a later step fails.
 * @throws when the database cannot be started, reached or migrated, or the port cannot be bound
 */
export async function runServer<Context extends { db: Pick<Database, 'close'> }>(
  config: ServerConfig,
  log: Logger,
  { openContext, createApp, tls }: ServerParts<Context>,
): Promise<RunningServer<Context>> {
  const cleanups: Array<() => Promise<void>> = [];
  const stop = () => closeAll(cleanups.splice(0).reverse());
  try {
    const embedded = config.databaseUrl === null ? await startDatabase(config, log) : null;
    if (embedded) cleanups.push(() => embedded.stop());
    const ctx = await openContext(embedded?.url ?? (config.databaseUrl as string));
    cleanups.push(() => ctx.db.close());
    const app = await createApp(ctx);
    const listening = await listen(app, { ...config, tls }).catch(async (error: unknown) => {
      await app.close().catch(() => undefined);
      throw error;
    });
    cleanups.push(() => listening.close());
    return { port: listening.port, ctx, embedded, stop };
  } catch (error) {
    // Why it does not start says more than why it does not stop.
    await stop().catch(() => undefined);
    throw error;
  }
}

function startDatabase(config: ServerConfig, log: Logger): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({
    dataDir: config.dataDir,
    poolSize: config.databasePoolSize,
    log: ({ level, message }) => log[level]({ part: 'postgres' }, message),
  });
}
