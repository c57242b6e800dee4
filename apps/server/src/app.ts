import path from 'node:path';
import type { ProviderState } from '@dragoman/functions/providers/provider-health';
import { describeModels } from '@dragoman/local-engines/models/describe-state';
import { describeAccess } from '@dragoman/supabase-server/db/api-roles';
import { isMigrated } from '@dragoman/supabase-server/db/migration-records';
import { apiCors } from '@dragoman/supabase-server/http/cors';
import { issueDevice } from '@dragoman/supabase-server/http/device-cookie';
import type { HttpApp } from '@dragoman/supabase-server/http/listen';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { settleAccess } from '@dragoman/supabase-server/http/settle-access';
import {
  createSupabaseHttp,
  createSupabaseServices,
  mountSupabaseServices,
  noEndpoint,
} from '@dragoman/supabase-server/server-http';
import { closeAll } from '@dragoman/supabase-server/util/close-all';
import type { Hono } from 'hono';
import { etag } from 'hono/etag';
import { createAccountService } from './account/service.ts';
import { createBrandRoutes } from './brand/serve-brand.ts';
import { startCleanup } from './cleanup/cleanup.ts';
import type { AppContext } from './context.ts';
import { PRODUCT_SCOPE, productMigrations } from './database/migrations.ts';
import { createEventAdminService } from './event-admin/service.ts';
import { contactFile } from './file-links/contact-file.ts';
import { createFileLinkRoutes } from './file-links/file-link-routes.ts';
import { createFollowUpService } from './follow-ups/service.ts';
import { assistantAdvice } from './functions/assistant-function.ts';
import { documentAdvice } from './functions/document-functions.ts';
import { createFunctionsService } from './functions/service.ts';
import { meetingFile } from './meetings/calendar-file.ts';
import { reminderWorker } from './meetings/reminders.ts';
import { missedRepliesWorker } from './missed-replies/worker.ts';
import { createNotifier } from './notifications/notifier.ts';
import { createNotificationRoutes } from './notifications/routes.ts';
import { browserConfig } from './web/browser-config.ts';
import { limitCodeGuesses } from './web/code-guess-limit.ts';
import { openEntryServer } from './web/entry-server.ts';
import { createScanLimit, limitScans } from './web/scan-limit.ts';
import { securityText } from './web/security-text.ts';
import { createWebApp } from './web/web-app.ts';
import { createWebhooksService } from './webhooks/service.ts';

/** The HTTP side of the product. */
export interface App extends HttpApp {
  http: Hono<ServerEnv>;
}

/** Mounts the services on one HTTP app. */
export async function createApp(ctx: AppContext): Promise<App> {
  const services = await createSupabaseServices(ctx);
  const functions = createFunctionsService(ctx);
  const account = createAccountService(ctx, { auth: services.auth.accounts, storage: services.storage });
  const organiser = await createEventAdminService({ ...ctx, providers: functions.board });
  const cleanup = startCleanup(ctx);
  const notifier = createNotifier(ctx);
  const notifying = [missedRepliesWorker(notifier), reminderWorker(notifier)].map((worker) =>
    worker.start(ctx.config.cleanup.missedRepliesSeconds),
  );
  const followUps = createFollowUpService(ctx);
  const webhooks = createWebhooksService(ctx);
  const migrations = productMigrations(ctx.root);

  const http = createSupabaseHttp(ctx);
  for (const api of ['/functions/v1/*', '/config.json']) http.use(api, apiCors());
  http.use('/functions/v1/delete-account', settleAccess(ctx.access));
  for (const lookup of ['booth_invite', 'join_booth']) {
    http.use(`/rest/v1/rpc/${lookup}`, limitCodeGuesses(ctx.guesses, ctx.config));
  }
  http.use('/rest/v1/rpc/scan_booth_code', limitScans(createScanLimit(), ctx));
  mountSupabaseServices(http, services);
  http.route('/functions/v1', account.routes);
  http.route('/functions/v1', createFileLinkRoutes(ctx, contactFile(ctx)));
  http.route('/functions/v1', createFileLinkRoutes(ctx, meetingFile(ctx)));
  http.route('/functions/v1', createNotificationRoutes(ctx));
  http.route('/functions/v1', followUps.routes);
  http.route('/functions/v1', webhooks.routes);
  http.route('/functions/v1', functions.routes);
  http.all('/functions/v1/*', noEndpoint);
  http.route('/organiser/v1', organiser.routes);

  http.get('/.well-known/security.txt', securityText(ctx.config));
  // The page in the service worker's cache asks for its configuration.
  http.use(issueDevice(ctx, ['/config.json']));
  http.get('/healthz', (c) => c.json({ status: 'alive' }));
  http.get('/readyz', async (c) => {
    const migrated = await isMigrated((text, values) => ctx.db.query(text, values), PRODUCT_SCOPE).catch(
      () => null,
    );
    if (migrated === null) return c.json({ status: 'database unreachable' }, 503);
    if (!migrated) return c.json({ status: 'database not migrated' }, 503);
    const trouble = await describeAccess((text, values) => ctx.db.query(text, values), migrations).catch(
      () => 'database unreachable',
    );
    if (trouble) return c.json({ status: trouble }, 503);
    // Chats work without translation or transcription: the product is ready, and the response says
    // what is wrong.
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
  const entryServer = path.join(ctx.root, 'apps/web/render/dist/entry-server.js');
  http.route(
    '/',
    createWebApp(path.join(ctx.root, 'apps/web/dist'), {
      ...ctx,
      entryServer: openEntryServer(entryServer, ctx.log),
    }),
  );

  return {
    http,
    handleUpgrade: services.handleUpgrade,
    close: () =>
      closeAll([
        () => cleanup.close(),
        () => webhooks.close(),
        async () => {
          await Promise.all(notifying.map((rounds) => rounds.close()));
          ctx.publicNetwork.agent.destroy();
        },
        () => followUps.close(),
        () => functions.close(),
        () => services.close(),
      ]),
  };
}

function pausesOf(providers: readonly ProviderState[]) {
  return providers.filter(({ state }) => state === 'paused').map(describePause);
}

function describePause({ engine: provider, lastFailure, pausedUntil }: ProviderState) {
  return {
    engine: provider,
    failure: lastFailure,
    until: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
  };
}
