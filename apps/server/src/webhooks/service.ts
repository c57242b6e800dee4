import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { sendsMissedReplyMails } from '../missed-replies/what-is-sent.ts';
import { createWebhookRoutes } from './routes.ts';
import { createSendWebhook } from './send-webhook.ts';
import { startWebhooks, type WebhooksDeps } from './worker.ts';

export interface WebhooksService {
  /** To be mounted at /functions/v1. */
  routes: Hono<ServerEnv>;
  /** What a round of the worker needs, for tests. */
  deps: WebhooksDeps;
  close(): Promise<void>;
}

/** Sends new and changed leads to the servers of booths (docs/adr/0088-webhooks.md). */
export function createWebhooksService(ctx: AppContext): WebhooksService {
  const { publicUrl } = ctx.config;
  const deps: WebhooksDeps = {
    ...ctx,
    send: createSendWebhook(ctx.publicNetwork.agent),
    mailing:
      sendsMissedReplyMails(ctx.config) && publicUrl !== null
        ? { mailer: ctx.mailer, publicUrl, appName: () => ctx.brand.current().brand.name }
        : null,
  };
  const worker = startWebhooks(deps, ctx.config.cleanup.webhooksSeconds);
  return { routes: createWebhookRoutes(ctx), deps, close: () => worker.close() };
}
