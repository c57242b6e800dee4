import { OWN_RECORDS } from '@dragoman/functions/account/own-records';
import type { Database } from '@dragoman/supabase-server/db/database';
import { notePause } from './pause-mails.ts';
import type { WebhookOutcome } from './send-webhook.ts';

/** Longer than a try can take. If a process dies, another one tries again after it. */
const LEASE = `interval '2 minutes'`;
/** After a failure an endpoint is left alone for this long, whatever waits for it. */
const REST = `interval '1 minute'`;
/** An endpoint that has failed for so long is paused. */
const PAUSED_AFTER = `interval '1 day'`;
/** The version of the payload that docs/webhooks.md describes. */
const VERSION = 1;
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

/** As the owner's own requests read it: the lead with the person's card, and the owner's questions. */
const LEAD = `
  select jsonb_build_object(
    'person', jsonb_build_object('id', l.person_id, 'name', l.name, 'company', l.company, 'designation', l.designation,
      'email', l.email, 'phone', l.phone, 'website', l.website, 'linkedin', l.linkedin, 'whatsapp', l.whatsapp,
      'wechat', l.wechat, 'language', l.language),
    'lead', jsonb_build_object('status', l.status, 'rating', l.rating, 'tags', l.tags, 'note', l.note,
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', a.key, 'question', (
          select q.value ->> 'label' from public.lead_questionnaires own, jsonb_array_elements(own.questions) q
          where q.value ->> 'id' = a.key
        ), 'answer', a.value) order by a.key), '[]') from jsonb_each(l.answers) a
      ),
      'follow_up_on', l.follow_up_on, 'met_at', l.met_at,
      'met_by', (select jsonb_build_object('id', m.id, 'name', m.name) from public.profiles m where m.id = l.met_by),
      'version', l.version, 'updated_at', l.updated_at)
  ) as data
  from public.lead_list l where l.person_id = $1`;

/**
 * The body of a delivery: the lead as its owner may see it now, under row-level security, so that
 * what a person withholds or whom someone has blocked is as in the app. It is a lead of the owner's
 * own booth, also while the owner works at the booth of another.
 * @returns JSON; null when the owner no longer sees the person
 */
export async function webhookBody(db: Database, delivery: ClaimedDelivery): Promise<string | null> {
  const { event, personId, userId, createdAt } = delivery;
  const head = { type: event, timestamp: createdAt.toISOString(), version: VERSION };
  if (personId === null) return JSON.stringify({ ...head, data: {} });
  const claims = { role: 'authenticated', sub: userId, aal: 'aal2' };
  const scope = { role: 'authenticated', claims, headers: { ...OWN_RECORDS }, readOnly: true };
  const rows = await db.requestTransaction(scope, (tx) => tx.query<{ data: object }>(LEAD, [personId]));
  return rows[0] ? JSON.stringify({ ...head, data: rows[0].data }) : null;
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
 * @param options.waitMs until the next try, if it has not arrived; null: there is none
 * @param options.tellsOwner whether a mail tells the owner of a pause
 */
export async function finishDelivery(
  db: Database,
  { id, endpointId, tries, event }: ClaimedDelivery,
  { answer, failure }: WebhookOutcome,
  { waitMs, tellsOwner }: { waitMs: number | null; tellsOwner: boolean },
): Promise<void> {
  const arrived = answer !== null && answer >= 200 && answer < 300;
  const state = arrived ? 'sent' : waitMs === null ? 'failed' : 'waiting';
  await db.transaction(async (tx) => {
    const changed = await tx.execute(
      `update public.webhook_deliveries set state = $3, answer = $4, failure = $5, tried_at = clock_timestamp(),
         due_at = clock_timestamp() + make_interval(mins => $6)
       where id = $1 and tries = $2 and state = 'waiting'`,
      [id, tries, state, answer, failure, (waitMs ?? 0) / 60_000],
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
