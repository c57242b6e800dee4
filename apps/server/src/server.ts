import { type App, createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { type AppContext, buildContext } from './context.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './db/embedded/launcher.ts';
import { type Listening, listen } from './http/listen.ts';
import { createLogger } from './util/logger.ts';

export interface RunningServer {
  port: number;
  ctx: AppContext;
  /** The embedded database, or null when DATABASE_URL names one. */
  embedded: EmbeddedPostgres | null;
  /** Ends everything in reverse order of opening: HTTP and sockets, the pool, the embedded database. */
  stop(): Promise<void>;
}

/**
 * Opens every resource of the product and serves it. What was opened is closed again when a later step fails.
 * @throws when the database cannot be started, reached or migrated, or the port cannot be bound.
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLogger(config.logLevel);
  const cleanups: Array<() => Promise<void>> = [];
  const stop = async () => {
    for (let cleanup = cleanups.pop(); cleanup; cleanup = cleanups.pop()) await cleanup();
  };
  try {
    const embedded = config.databaseUrl
      ? null
      : await startEmbeddedPostgres({
          dataDir: config.dataDir,
          poolSize: config.databasePoolSize,
          log: ({ level, message }) => log[level]({ part: 'postgres' }, message),
        });
    if (embedded) cleanups.push(() => embedded.stop());
    const ctx = await buildContext(config, embedded?.url ?? (config.databaseUrl as string), { log });
    cleanups.push(() => ctx.db.close());
    const app: App = await createApp(ctx);
    let listening: Listening;
    try {
      listening = await listen(app, config);
    } catch (error) {
      await app.close();
      throw error;
    }
    cleanups.push(() => listening.close());
    // Only now, so that a download delays neither the start nor readiness.
    ctx.models.start();
    cleanups.push(() => ctx.models.close());
    return { port: listening.port, ctx, embedded, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
