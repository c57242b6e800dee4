import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Context, Hono } from 'hono';
import { type AuthService, createAuthService } from './auth/service.ts';
import { apiCors, apiCorsOfItsOwn } from './http/cors.ts';
import type { ServerEnv } from './http/request-info.ts';
import { settleAccess } from './http/settle-access.ts';
import { createRealtimeService, type RealtimeService } from './realtime/service.ts';
import { createRestService } from './rest/service.ts';
import type { ServerContext } from './server-context.ts';
import { createStorageService, type StorageService } from './storage/service.ts';
import { closeAll } from './util/close-all.ts';

/** The services of the Supabase protocol. */
export interface SupabaseServices {
  auth: AuthService;
  rest: Awaited<ReturnType<typeof createRestService>>;
  realtime: RealtimeService;
  storage: StorageService;
  /** Takes over WebSocket handshakes of the HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Closes sockets with a code that makes clients reconnect, then everything else, in reverse order
   * of opening.
   */
  close(): Promise<void>;
}

/** @throws when the database cannot be read, or a sign-in method cannot work as configured */
export async function createSupabaseServices(ctx: ServerContext): Promise<SupabaseServices> {
  const auth = await createAuthService(ctx);
  const rest = await createRestService(ctx);
  const realtime = await createRealtimeService(ctx);
  const storage = await createStorageService(ctx);
  return {
    auth,
    rest,
    realtime,
    storage,
    handleUpgrade: realtime.handleUpgrade,
    close: () =>
      closeAll([storage, realtime, rest, auth, ctx.securityLog].map((one) => async () => one.close())),
  };
}

/**
 * @returns an HTTP app that hides errors, bounds URLs and lets pages of all origins call the
 * services
 */
export function createSupabaseHttp({
  config,
  log,
  access,
}: Pick<ServerContext, 'config' | 'log' | 'access'>): Hono<ServerEnv> {
  const { urlBytes } = config.limits;
  const http = new Hono<ServerEnv>();
  http.onError((error, c) => {
    log.error({ err: { name: error.name, message: error.message, stack: error.stack } }, 'a request failed');
    c.header('Cache-Control', 'no-store');
    return c.json({ code: 'unexpected_failure', message: 'Something went wrong on the server' }, 500);
  });
  http.use(async (c, next) => {
    if (c.req.url.length <= urlBytes) return next();
    return c.json({ code: 'uri_too_long', message: `The URL is longer than ${urlBytes} bytes` }, 414);
  });
  for (const api of ['/auth/v1/*', '/realtime/v1/*', '/storage/v1/*']) http.use(api, apiCors());
  http.use('/rest/v1/*', apiCorsOfItsOwn());
  http.use('/auth/v1/*', settleAccess(access));
  return http;
}

/** Mounts the services. Middleware of the application has to be there before. */
export function mountSupabaseServices(
  http: Hono<ServerEnv>,
  { auth, rest, realtime, storage }: SupabaseServices,
): void {
  http.route('/auth/v1', auth.routes);
  http.route('/rest/v1', rest.routes);
  http.route('/realtime/v1', realtime.routes);
  http.route('/storage/v1', storage.routes);
  // The other services answer unknown paths themselves.
  http.all('/realtime/v1/*', noEndpoint);
}

/**
 * Answers calls of an API that it does not have, so that no page of the application is the answer.
 */
export function noEndpoint(c: Context<ServerEnv>): Response {
  return c.json({ error: `There is no ${c.req.method} ${c.req.path}` }, 404);
}
