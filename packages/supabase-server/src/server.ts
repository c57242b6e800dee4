import path from 'node:path';
import type { Hono } from 'hono';
import type { PasswordCost } from './auth/services/passwords.ts';
import { loadServerConfig } from './config/server-environment.ts';
import type { EmbeddedPostgres } from './db/embedded/launcher.ts';
import { type MigrationSet, PLATFORM_SCOPE } from './db/migration-sets.ts';
import { issueDevice } from './http/device-cookie.ts';
import type { HttpApp } from './http/listen.ts';
import type { ServerEnv } from './http/request-info.ts';
import { runServer } from './run-server.ts';
import { openServerCore, type ServerContext, type ServerHooks } from './server-context.ts';
import { createSupabaseHttp, createSupabaseServices, mountSupabaseServices } from './server-http.ts';
import { ENGLISH } from './templates/english.ts';
import { createLogger, type Logger } from './util/logger.ts';

/** The platform's migrations, of a server that runs from its sources. */
export const PLATFORM_MIGRATIONS: MigrationSet = {
  scope: PLATFORM_SCOPE,
  folder: path.join(import.meta.dirname, 'db/platform'),
};

/** The scope of the application's migrations. */
const APPLICATION_SCOPE = 'app';

const DEFAULT_HOOKS: ServerHooks = {
  version: '1.0.0',
  appName: () => 'App',
  anonymousUsersEnabled: () => true,
  preferredLanguage: async () => null,
  templates: [ENGLISH],
};

export interface SupabaseServerOptions {
  /** Environment variables, such as `process.env`; those that are left out have their defaults. */
  environment?: Record<string, string | undefined>;
  /** A folder with the application's migrations, `*.sql` in the order of their names. */
  migrations?: string;
  /** The application's hooks; those that are left out have their defaults. */
  hooks?: Partial<ServerHooks>;
  /** Adds the application's own routes, and middleware for those of the services. */
  routes?(http: Hono<ServerEnv>, ctx: ServerContext): void;
  /** Instead of JSON lines on standard output. */
  log?: Logger;
  /** Instead of one that protects passwords, for tests. */
  passwordCost?: PasswordCost;
}

export interface SupabaseServer {
  /**
   * The address at which clients reach the server: PUBLIC_URL, else the address on which it
   * listens.
   */
  url: string;
  port: number;
  /** The key for browsers: row-level security applies. */
  publishableKey: string;
  /** The key for servers: row-level security does not apply. */
  secretKey: string;
  ctx: ServerContext;
  /** The embedded database, or null when DATABASE_URL names one. */
  embedded: EmbeddedPostgres | null;
  /**
   * Ends everything in reverse order of opening: HTTP and sockets, the pool, the embedded database.
   */
  stop(): Promise<void>;
}

/**
 * Starts auth, data API, realtime and storage on one port, over the database of DATABASE_URL or an
 * embedded PostgreSQL in DATA_DIR. Several processes may share one database.
 * @throws {ConfigError} naming every variable that is wrong
 * @throws when the database cannot be started, reached or migrated, or the port cannot be bound
 */
export async function startSupabaseServer(options: SupabaseServerOptions = {}): Promise<SupabaseServer> {
  const config = loadServerConfig(options.environment ?? {});
  const log = options.log ?? createLogger(config.logLevel);
  const application =
    options.migrations === undefined ? [] : [{ scope: APPLICATION_SCOPE, folder: options.migrations }];
  const { port, ctx, embedded, stop } = await runServer(config, log, {
    async openContext(databaseUrl) {
      const migrations = [PLATFORM_MIGRATIONS, ...application];
      const { passwordCost } = options;
      const core = await openServerCore({ config, databaseUrl, log, migrations, passwordCost });
      return { ...core, hooks: { ...DEFAULT_HOOKS, ...options.hooks } };
    },
    createApp: (context) => createSupabaseApp(context, options.routes),
  });
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    url: config.publicUrl ?? `http://${host}:${port}`,
    port,
    publishableKey: ctx.apiKeys.publishable,
    secretKey: ctx.apiKeys.secret,
    ctx,
    embedded,
    stop,
  };
}

async function createSupabaseApp(
  ctx: ServerContext,
  addRoutes: SupabaseServerOptions['routes'],
): Promise<HttpApp> {
  const services = await createSupabaseServices(ctx);
  const http = createSupabaseHttp(ctx);
  http.use(issueDevice(ctx));
  addRoutes?.(http, ctx);
  mountSupabaseServices(http, services);
  return { http, handleUpgrade: services.handleUpgrade, close: services.close };
}
