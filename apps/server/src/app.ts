import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import type { EngineState } from '@dragoman/functions/translate/engine-health';
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { createAccountService } from './account/service.ts';
import { createAuthService } from './auth/service.ts';
import { createBrandRoutes } from './brand/brand-routes.ts';
import type { AppContext } from './context.ts';
import { isMigrated } from './db/migrate.ts';
import { assistantAdvice } from './functions/assistant-function.ts';
import { documentAdvice } from './functions/document-functions.ts';
import { createFunctionsService } from './functions/service.ts';
import { startHousekeeping } from './housekeeping/housekeeping.ts';
import { apiCors, apiCorsOfItsOwn } from './http/cors.ts';
import { issueDevice } from './http/device-cookie.ts';
import type { ServerEnv } from './http/request-info.ts';
import { settleAccess } from './http/settle-access.ts';
import { describeModels } from './models/describe-state.ts';
import { createOrganiserService } from './organiser/service.ts';
import { createRealtimeService } from './realtime/service.ts';
import { createRestService } from './rest/service.ts';
import { createStorageService } from './storage/service.ts';
import { browserConfig } from './web/browser-config.ts';
import { limitGuesses } from './web/guess-limit.ts';
import { pageRenderer } from './web/page-renderer.ts';
import { createScanLimit, limitScans } from './web/scan-limit.ts';
import { securityText } from './web/security-text.ts';
import { createWebApp } from './web/web-app.ts';

/** The HTTP side of the product; `close` ends what lives longer than a request. */
export interface App {
  http: Hono<ServerEnv>;
  /** Takes over WebSocket handshakes of the HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes sockets with a code that makes clients reconnect, then everything else, in reverse order of opening. */
  close(): Promise<void>;
}

/** Mounts the services on one HTTP app. */
export async function createApp(ctx: AppContext): Promise<App> {
  const auth = createAuthService(ctx);
  const rest = await createRestService(ctx);
  const realtime = await createRealtimeService(ctx);
  const functions = createFunctionsService(ctx);
  const storage = await createStorageService(ctx);
  const account = createAccountService(ctx, { gate: auth.accounts, storage });
  const organiser = await createOrganiserService({ ...ctx, engines: functions.board });
  const housekeeping = startHousekeeping(ctx);

  const http = new Hono<ServerEnv>();
  http.onError((error, c) => {
    ctx.log.error(
      { err: { name: error.name, message: error.message, stack: error.stack } },
      'a request failed',
    );
    c.header('Cache-Control', 'no-store');
    return c.json({ code: 'unexpected_failure', message: 'Something went wrong on the server' }, 500);
  });
  http.use(async (c, next) => {
    if (c.req.url.length > ctx.config.limits.urlBytes) {
      return c.json(
        { code: 'uri_too_long', message: `The URL is longer than ${ctx.config.limits.urlBytes} bytes` },
        414,
      );
    }
    return next();
  });
  for (const api of ['/auth/v1/*', '/realtime/v1/*', '/storage/v1/*', '/functions/v1/*', '/config.json']) {
    http.use(api, apiCors());
  }
  http.use('/rest/v1/*', apiCorsOfItsOwn());
  for (const ending of ['/auth/v1/*', '/functions/v1/delete-account'])
    http.use(ending, settleAccess(ctx.access));
  for (const lookup of ['booth_invite', 'join_booth']) {
    http.use(`/rest/v1/rpc/${lookup}`, limitGuesses(ctx.guesses, ctx.config));
  }
  http.use('/rest/v1/rpc/scan_booth_code', limitScans(createScanLimit(), ctx));
  http.route('/auth/v1', auth.routes);
  http.route('/rest/v1', rest.routes);
  http.route('/realtime/v1', realtime.routes);
  http.route('/storage/v1', storage.routes);
  http.route('/functions/v1', account.routes);
  http.route('/functions/v1', functions.routes);
  http.route('/organiser/v1', organiser.routes);
  for (const api of ['/realtime/v1/*', '/functions/v1/*']) {
    // The others say it themselves. Without this the web app's page would be the answer.
    http.all(api, (c) => c.json({ error: `There is no ${c.req.method} ${c.req.path}` }, 404));
  }

  http.get('/.well-known/security.txt', securityText(ctx.config));
  http.use(issueDevice(ctx));
  http.get('/healthz', (c) => c.json({ status: 'alive' }));
  http.get('/readyz', async (c) => {
    const migrated = await isMigrated((text) => ctx.db.query(text)).catch(() => null);
    if (migrated === null) return c.json({ status: 'database unreachable' }, 503);
    if (!migrated) return c.json({ status: 'database not migrated' }, 503);
    // A product whose translation or transcription is away still carries chats: it is ready, and says what is wrong.
    const translationPaused = pausesOf(functions.translationEngines());
    const speechPaused = pausesOf(functions.speechEngines());
    const readingPaused = pausesOf(functions.documentEngines());
    const assistantPaused = pausesOf(functions.assistantEngines());
    const noAssistant = assistantAdvice(ctx.config.assistant);
    const readingAdvice = documentAdvice(ctx.config.documents);
    return c.json({
      status: 'ready',
      ...(translationPaused.length > 0 ? { translationPaused } : {}),
      ...(speechPaused.length > 0 ? { speechPaused } : {}),
      ...(readingPaused.length > 0 ? { readingPaused } : {}),
      ...(assistantPaused.length > 0 ? { assistantPaused } : {}),
      models: describeModels(ctx.models.statuses()),
      ...(noAssistant ? { assistantAdvice: noAssistant } : {}),
      ...(readingAdvice ? { readingAdvice } : {}),
    });
  });
  // Pages that are open ask for it again: an answer of a few bytes while nothing has changed.
  http.get('/config.json', etag(), (c) => {
    c.header('Cache-Control', 'no-cache');
    return c.json(browserConfig(c, ctx));
  });
  http.route('/brand', createBrandRoutes(ctx.brand));
  const renderer = path.join(ctx.root, 'apps/web/render/dist/page-renderer.js');
  http.route(
    '/',
    createWebApp(path.join(ctx.root, 'apps/web/dist'), {
      ...ctx,
      pageRenderer: pageRenderer(renderer, ctx.log),
    }),
  );

  return {
    http,
    handleUpgrade: realtime.handleUpgrade,
    async close() {
      await housekeeping.close();
      await storage.close();
      await functions.close();
      await realtime.close();
      await rest.close();
      await auth.close();
      await ctx.securityLog.close();
    },
  };
}

function pausesOf(engines: readonly EngineState[]) {
  return engines.filter(({ state }) => state === 'paused').map(describePause);
}

function describePause({ engine, lastFailure, pausedUntil }: EngineState) {
  return {
    engine,
    failure: lastFailure,
    until: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
  };
}
