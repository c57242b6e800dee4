import type { Database } from '@dragoman/supabase-server/db/database';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { MasterKey } from '@dragoman/supabase-server/keys/master-key';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { createMailing, type Mailing } from '../notifications/notifier.ts';
import { createWorker, logError, type Retry, runJobs, type Worker } from '../util/job-runner.ts';
import {
  type ClaimedDelivery,
  claimDeliveries,
  finishDelivery,
  skipDelivery,
  webhookBody,
} from './deliveries.ts';
import { sendPauseMails } from './pause-mails.ts';
import { createWebhookRoutes } from './routes.ts';
import { createSendWebhook, type SendWebhook } from './send-webhook.ts';
import { readWebhookSecret } from './webhook-secrets.ts';

/** Endpoints that are called at once. */
const SLOTS = 20;
/** Minutes before the next try: about a day in all. */
const RETRY_MINUTES = [1, 5, 30, 120, 240, 480, 600];
const FAILURE = 'a webhook could not be sent';

export interface WebhooksDeps {
  db: Database;
  log: Pick<Logger, 'warn'>;
  masterKey: MasterKey;
  send: SendWebhook;
  /** Tells owners of pauses; null where the installation sends no mails. */
  mailing: Mailing | null;
}

export interface WebhooksService {
  /** To be mounted at /functions/v1. */
  routes: Hono<ServerEnv>;
  /** What the worker needs, for tests. */
  deps: WebhooksDeps;
  close(): Promise<void>;
}

/** Sends new and changed leads to the servers of booths (docs/adr/0088-webhooks-and-follow-up-mails.md). */
export function createWebhooksService(ctx: AppContext): WebhooksService {
  const deps: WebhooksDeps = {
    ...ctx,
    send: createSendWebhook(ctx.publicNetwork.agent),
    mailing: createMailing(ctx),
  };
  const rounds = webhooksWorker(deps).start(ctx.config.cleanup.webhooksSeconds);
  return { routes: createWebhookRoutes(ctx), deps, close: () => rounds.close() };
}

/** Sends what is due, and tells owners whose endpoint was paused. */
export function webhooksWorker(deps: WebhooksDeps): Worker {
  const { db, log, mailing } = deps;
  return createWorker(log, FAILURE, [
    (signal) =>
      runJobs<ClaimedDelivery>(
        {
          slots: SLOTS,
          retryMinutes: RETRY_MINUTES,
          claim: (limit, underWay) =>
            claimDeliveries(
              db,
              limit,
              underWay.map(({ endpointId }) => endpointId),
            ),
          attempt: (delivery, retry) => deliver(deps, delivery, retry),
        },
        signal,
      ),
    async (signal) => {
      if (mailing) await sendPauseMails(deps, mailing, signal);
    },
  ]);
}

/** A delivery that fails in the server stays claimed, and is tried again after its lease. */
async function deliver(deps: WebhooksDeps, delivery: ClaimedDelivery, retry: Retry): Promise<void> {
  const { db, log, masterKey, send, mailing } = deps;
  try {
    const body = await webhookBody(db, delivery);
    if (body === null) return await skipDelivery(db, delivery);
    const secret = readWebhookSecret(masterKey, delivery.endpointId, delivery.secret);
    const outcome = await send({ id: delivery.id, url: delivery.url, secret, body });
    const record = (waitMs: number | null) =>
      finishDelivery(db, delivery, outcome, { waitMs, tellsOwner: mailing !== null });
    // A ping shows what happens now.
    await (delivery.event === 'ping' ? record(null) : retry(delivery.tries, record));
  } catch (error) {
    logError(log, error, FAILURE);
  }
}
