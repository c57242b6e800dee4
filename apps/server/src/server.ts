import { openHttps } from '@dragoman/supabase-server/https/open-https';
import { announce } from '@dragoman/supabase-server/local-name/announce';
import { type RunningServer as RunningOver, runServer } from '@dragoman/supabase-server/run-server';
import { closeAll } from '@dragoman/supabase-server/util/close-all';
import { createLogger } from '@dragoman/supabase-server/util/logger';
import { createApp } from './app.ts';
import type { Config } from './config/config.ts';
import { type AppContext, buildContext } from './context.ts';

export type RunningServer = RunningOver<AppContext>;

/**
 * Opens every resource of the product and serves it. If a step fails, the resources opened before
 * are closed again.
 * @throws when the certificate cannot be served, the database cannot be started, reached or
 * migrated, or a port cannot be bound.
 */
export async function startServer(config: Config): Promise<RunningServer> {
  const log = createLogger(config.logLevel);
  // First, because a certificate that is missing or wrong should not cost the wait for the
  // database.
  const https = await openHttps(config, log);
  const cleanups: Array<() => Promise<void>> = https ? [() => https.close()] : [];
  const stop = () => closeAll(cleanups.splice(0).reverse());
  try {
    const server = await runServer(config, log, {
      openContext: (databaseUrl) => buildContext(config, databaseUrl, { log }),
      createApp,
      tls: https?.tls,
    });
    cleanups.push(() => server.stop());
    await https?.listen(server.port);
    if (config.localName) {
      const ports = announcedPorts(config, server.port);
      const announcement = await announce(
        config.host,
        { application: 'Dragoman', name: config.localName, ports },
        log,
      );
      cleanups.push(announcement.close);
    }
    const { models } = server.ctx;
    // Only now, so that a download delays neither the start nor readiness.
    models.start();
    cleanups.push(() => models.close());
    return { ...server, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

function announcedPorts({ https }: Config, port: number): { http?: number; https?: number } {
  if (!https) return { http: port };
  return { https: port, ...(https.redirectPort === null ? {} : { http: https.redirectPort }) };
}
