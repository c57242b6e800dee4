import type { Database } from '@dragoman/supabase-server/db/database';
import { notePause } from './pause-jobs.ts';
import type { WebhookOutcome } from './send-webhook.ts';

/** Longer than a try can take. If a process dies, another one tries again after it. */
const LEASE = `interval '2 minutes'`;
/** After a failure an endpoint is left alone for this long, whatever waits for it. */
const REST = `interval '1 minute'`;
/** An endpoint that has failed for so long is paused. */
const PAUSED_AFTER = `interval '1 day'`;
/** Minutes before the next try: about a day in all. */
const RETRY_MINUTES = [1, 5, 30, 120, 240, 480, 600];
/** Deliveries that an owner sees, beside those that wait. */
const LOGGED = 100;

export type WebhookEvent = 'lead.created' | 'lead.updated' | 'ping';

/** A delivery that this process is to try. */
export interface ClaimedDelivery {
  id: string;
  endpointId: string;
  /** The owner's user. */
  userId: string;
  event: WebhookEvent;
  /** Null for a ping. */
  personId: string | null;
  createdAt: Date;
  /** Tries, this one included. */
  tries: number;
  url: string;
  /** Encrypted. */
  secret: string;
}

/**
 * Claims what is due, the longest waiting first, so that no other process sends it: one delivery of
 * each endpoint, so that a slow one holds up no other. A ping is tried even while its endpoint is
 * paused.
 * @param busy endpoints that this process calls already
 */
export function claimDeliveries(
  db: Database,
  limit: number,
  busy: readonly string[],
): Promise<ClaimedDelivery[]> {
  return db.query<ClaimedDelivery & Record<string, unknown>>(
    // Only what is claimed is locked. Another process may have changed it since it was picked.
    `with picked as (
       select first.id from public.webhook_endpoints e cross join lateral (
         select d.id, d.due_at from public.webhook_deliveries d
         where d.endpoint_id = e.id and d.state = 'waiting' and d.due_at <= clock_timestamp() and (
           d.event = 'ping' or e.paused_at is null and coalesce(e.rests_until <= clock_timestamp(), true))
         order by d.due_at limit 1
       ) first where e.id <> all ($2::uuid[]) order by first.due_at limit $1
     ), due as (
       select d.id from public.webhook_deliveries d
       where d.id in (select id from picked) and d.state = 'waiting' and d.due_at <= clock_timestamp()
       for update skip locked
     ), claimed as (
       update public.webhook_deliveries d
       set merges = false, tries = d.tries + 1, due_at = clock_timestamp() + ${LEASE}
       from due where d.id = due.id returning d.*
     )
     select c.id, c.endpoint_id as "endpointId", p.user_id as "userId", c.event, c.person_id as "personId",
       c.created_at as "createdAt", c.tries, e.url, s.secret
     from claimed c join public.webhook_endpoints e on e.id = c.endpoint_id
     join private.webhook_secrets s on s.endpoint_id = e.id
     join public.profiles p on p.id = c.owner_id`,
    [limit, busy],
  );
}

/** Records that the owner may no longer see the person: nothing was sent. */
export async function skipDelivery(db: Database, { id, tries }: ClaimedDelivery): Promise<void> {
  await db.execute(
    `update public.webhook_deliveries set state = 'skipped' where id = $1 and tries = $2 and state = 'waiting'`,
    [id, tries],
  );
}

/**
 * Records the outcome, in one transaction for the delivery and its endpoint, if the delivery is
 * still as it was claimed.
 * @param tellsOwner whether a mail tells the owner of a pause
 */
export async function finishDelivery(
  db: Database,
  delivery: ClaimedDelivery,
  outcome: WebhookOutcome,
  tellsOwner: boolean,
): Promise<void> {
  const { id, endpointId, tries, event } = delivery;
  const { answer, failure } = outcome;
  const arrived = answer !== null && answer >= 200 && answer < 300;
  // A ping shows what happens now.
  const wait = event === 'ping' ? undefined : RETRY_MINUTES[tries - 1];
  const state = arrived ? 'sent' : wait === undefined ? 'failed' : 'waiting';
  await db.transaction(async (tx) => {
    const changed = await tx.execute(
      `update public.webhook_deliveries set state = $3, answer = $4, failure = $5, tried_at = clock_timestamp(),
         due_at = clock_timestamp() + make_interval(mins => $6)
       where id = $1 and tries = $2 and state = 'waiting'`,
      [id, tries, state, answer, failure, wait ?? 0],
    );
    if (changed === 0) return;
    if (arrived) {
      await tx.execute(
        `update public.webhook_endpoints set failing_since = null, rests_until = null
         where id = $1 and (failing_since is not null or rests_until is not null)`,
        [endpointId],
      );
    } else if (event !== 'ping') {
      const [endpoint] = await tx.query<{ pauses: boolean }>(
        `with known as (select id, paused_at from public.webhook_endpoints where id = $1 for update)
         update public.webhook_endpoints e set failing_since = coalesce(e.failing_since, clock_timestamp()),
           rests_until = clock_timestamp() + ${REST},
           paused_at = case when $2 or e.failing_since < clock_timestamp() - ${PAUSED_AFTER}
             then coalesce(e.paused_at, clock_timestamp()) else e.paused_at end
         from known where e.id = known.id
         returning known.paused_at is null and e.paused_at is not null as pauses`,
        // Gone: the endpoint wants no more.
        [endpointId, answer === 410],
      );
      if (endpoint?.pauses && tellsOwner) await notePause(tx, endpointId);
    }
    await tx.execute(
      `delete from public.webhook_deliveries where endpoint_id = $1 and state <> 'waiting' and id not in (
         select id from public.webhook_deliveries where endpoint_id = $1 and state <> 'waiting'
         order by created_at desc limit ${LOGGED})`,
      [endpointId],
    );
  });
}
