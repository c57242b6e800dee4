import path from 'node:path';
import type { EngineState } from '@dragoman/functions/translate/engine-health';
import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import { createAccountService } from './account/service.ts';
import { createBrandRoutes } from './brand/brand-routes.ts';
import type { AppContext } from './context.ts';
import { PRODUCT_SCOPE } from './database/migrations.ts';
import { describeAccess } from './db/api-roles.ts';
import { isMigrated } from './db/migrate.ts';
import { assistantAdvice } from './functions/assistant-function.ts';
import { documentAdvice } from './functions/document-functions.ts';
import { createFunctionsService } from './functions/service.ts';
import { startHousekeeping } from './housekeeping/housekeeping.ts';
import { apiCors } from './http/cors.ts';
import { issueDevice } from './http/device-cookie.ts';
import type { HttpApp } from './http/listen.ts';
import type { ServerEnv } from './http/request-info.ts';
import { settleAccess } from './http/settle-access.ts';
import { describeModels } from './models/describe-state.ts';
import { createOrganiserService } from './organiser/service.ts';
import {
  createSupabaseHttp,
  createSupabaseServices,
  mountSupabaseServices,
  noEndpoint,
} from './server-http.ts';
import { browserConfig } from './web/browser-config.ts';
import { limitGuesses } from './web/guess-limit.ts';
import { pageRenderer } from './web/page-renderer.ts';
import { createScanLimit, limitScans } from './web/scan-limit.ts';
import { securityText } from './web/security-text.ts';
import { createWebApp } from './web/web-app.ts';

/** The HTTP side of the product. */
export interface App extends HttpApp {
  http: Hono<ServerEnv>;
}

/** Mounts the services on one HTTP app. */
export async function createApp(ctx: AppContext): Promise<App> {
  const services = await createSupabaseServices(ctx);
  const functions = createFunctionsService(ctx);
  const account = createAccountService(ctx, { gate: services.auth.accounts, storage: services.storage });
  const organiser = await createOrganiserService({ ...ctx, engines: functions.board });
  const housekeeping = startHousekeeping(ctx);

  const http = createSupabaseHttp(ctx);
  for (const api of ['/functions/v1/*', '/config.json']) http.use(api, apiCors());
  http.use('/functions/v1/delete-account', settleAccess(ctx.access));
  for (const lookup of ['booth_invite', 'join_booth']) {
    http.use(`/rest/v1/rpc/${lookup}`, limitGuesses(ctx.guesses, ctx.config));
  }
  http.use('/rest/v1/rpc/scan_booth_code', limitScans(createScanLimit(), ctx));
  mountSupabaseServices(http, services);
  http.route('/functions/v1', account.routes);
  http.route('/functions/v1', functions.routes);
  http.all('/functions/v1/*', noEndpoint);
  http.route('/organiser/v1', organiser.routes);

  http.get('/.well-known/security.txt', securityText(ctx.config));
  http.use(issueDevice(ctx));
  http.get('/healthz', (c) => c.json({ status: 'alive' }));
  http.get('/readyz', async (c) => {
    const migrated = await isMigrated((text, values) => ctx.db.query(text, values), PRODUCT_SCOPE).catch(
      () => null,
    );
    if (migrated === null) return c.json({ status: 'database unreachable' }, 503);
    if (!migrated) return c.json({ status: 'database not migrated' }, 503);
    const trouble = await describeAccess((text) => ctx.db.query(text)).catch(() => 'database unreachable');
    if (trouble) return c.json({ status: trouble }, 503);
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
    handleUpgrade: services.handleUpgrade,
    async close() {
      await housekeeping.close();
      await functions.close();
      await services.close();
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
