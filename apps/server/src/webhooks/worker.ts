import type { Database } from '@dragoman/supabase-server/db/database';
import type { MasterKey } from '@dragoman/supabase-server/keys/master-key';
import type { Logger } from '@dragoman/supabase-server/util/logger';
import { joinRounds, type Rounds, startRounds } from '../util/start-rounds.ts';
import { workOff } from '../util/work-off.ts';
import { type ClaimedDelivery, claimDeliveries, finishDelivery, skipDelivery } from './deliveries.ts';
import { webhookBody } from './lead-payload.ts';
import { type PauseMailing, sendPauseMails } from './pause-mails.ts';
import type { SendWebhook } from './send-webhook.ts';
import { readWebhookSecret } from './webhook-secrets.ts';

/** Endpoints that are called at once. */
const SLOTS = 20;

export interface WebhooksDeps {
  db: Database;
  log: Pick<Logger, 'warn'>;
  masterKey: MasterKey;
  send: SendWebhook;
  /** Tells owners of pauses; null where the installation sends no mails. */
  mailing: PauseMailing | null;
}

/** A part of a round. */
type Work = (deps: WebhooksDeps, signal?: AbortSignal) => Promise<void>;

const WORK: readonly Work[] = [sendDeliveries, tellOfPauses];

/**
 * Sends webhooks until it is closed. Mails do not wait for the end of the deliveries, which slow
 * endpoints put off.
 * @param everySeconds 0: never, another process does
 */
export function startWebhooks(deps: WebhooksDeps, everySeconds: number): Rounds {
  return joinRounds(
    WORK.map((work) => startRounds(everySeconds * 1000, (signal) => attempt(deps, work, signal))),
  );
}

/**
 * One round: sends what is due, and tells owners whose endpoint was paused. Safe at any time and on
 * any number of processes. Failures are logged, never thrown; the next round tries again.
 */
export async function runWebhooks(deps: WebhooksDeps): Promise<void> {
  for (const work of WORK) await attempt(deps, work);
}

function sendDeliveries(deps: WebhooksDeps, signal?: AbortSignal): Promise<void> {
  return workOff<ClaimedDelivery>(
    {
      slots: SLOTS,
      claim: (limit, underWay) =>
        claimDeliveries(
          deps.db,
          limit,
          underWay.map(({ endpointId }) => endpointId),
        ),
      handle: (delivery) => deliver(deps, delivery),
    },
    signal,
  );
}

async function tellOfPauses(deps: WebhooksDeps, signal?: AbortSignal): Promise<void> {
  if (deps.mailing) await sendPauseMails(deps, deps.mailing, signal);
}

async function attempt(deps: WebhooksDeps, work: Work, signal?: AbortSignal): Promise<void> {
  try {
    await work(deps, signal);
  } catch (error) {
    logFailure(deps, error);
  }
}

/** A delivery that fails in the server stays claimed, and is tried again after its lease. */
async function deliver(deps: WebhooksDeps, delivery: ClaimedDelivery): Promise<void> {
  const { db, masterKey, send, mailing } = deps;
  try {
    const body = await webhookBody(db, delivery);
    if (body === null) return await skipDelivery(db, delivery);
    const secret = readWebhookSecret(masterKey, delivery.endpointId, delivery.secret);
    const outcome = await send({ id: delivery.id, url: delivery.url, secret, body });
    await finishDelivery(db, delivery, outcome, mailing !== null);
  } catch (error) {
    logFailure(deps, error);
  }
}

function logFailure({ log }: WebhooksDeps, error: unknown): void {
  const { name, code } = error as { name?: unknown; code?: unknown };
  log.warn({ err: { name, code } }, 'a webhook could not be sent');
}
