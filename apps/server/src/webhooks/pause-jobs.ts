import type { Language } from '@dragoman/domain/languages';
import type { Database, Queryable } from '@dragoman/supabase-server/db/database';

/** Longer than an attempt can take. If a process dies, another one tries again after it. */
const LEASE = `interval '5 minutes'`;

/** A mail about a pause that this process is to send. */
export interface PauseJob {
  endpointId: string;
  /** When it was paused, to the microsecond, as PostgreSQL writes it. */
  pausedAt: string;
  /** Attempts, this one included. */
  tries: number;
  /** The owner's confirmed address; null without one, or when the endpoint is no longer paused. */
  to: string | null;
  /** The owner's. */
  language: Language;
}

/** Writes the job of the mail about a pause, in the transaction that pauses the endpoint. */
export async function notePause(tx: Queryable, endpointId: string): Promise<void> {
  await tx.query(
    `insert into private.webhook_pause_mails (endpoint_id, paused_at)
     select id, paused_at from public.webhook_endpoints where id = $1
     on conflict (endpoint_id) do update
       set paused_at = excluded.paused_at, due_at = excluded.due_at, tries = excluded.tries`,
    [endpointId],
  );
}

/** Claims due mails, so that no other process sends them. */
export function claimPauseJobs(db: Database, limit: number): Promise<PauseJob[]> {
  return db.query<PauseJob & Record<string, unknown>>(
    `with due as (
       select endpoint_id from private.webhook_pause_mails
       where due_at <= clock_timestamp() order by due_at limit $1 for update skip locked
     ), claimed as (
       update private.webhook_pause_mails m set due_at = clock_timestamp() + ${LEASE}, tries = m.tries + 1
       from due where m.endpoint_id = due.endpoint_id returning m.*
     )
     select c.endpoint_id as "endpointId", c.paused_at::text as "pausedAt", c.tries, p.language,
       case when e.paused_at = c.paused_at then nullif(u.email, '') end as "to"
     from claimed c join public.webhook_endpoints e on e.id = c.endpoint_id
     join public.profiles p on p.id = e.owner_id
     left join auth.users u on u.id = p.user_id and u.email_confirmed_at is not null
       and coalesce(u.banned_until < now(), true)`,
    [limit],
  );
}

/** Removes the job: its mail was sent, given up, or is not wanted any more. */
export async function endPauseJob(db: Database, { endpointId, pausedAt }: PauseJob): Promise<void> {
  await db.execute(
    'delete from private.webhook_pause_mails where endpoint_id = $1 and paused_at = $2::timestamptz',
    [endpointId, pausedAt],
  );
}

/** @param waitMs milliseconds until the next attempt */
export async function retryPauseJob(
  db: Database,
  { endpointId, pausedAt }: PauseJob,
  waitMs: number,
): Promise<void> {
  await db.execute(
    `update private.webhook_pause_mails
     set due_at = clock_timestamp() + $3::double precision * interval '1 millisecond'
     where endpoint_id = $1 and paused_at = $2::timestamptz`,
    [endpointId, pausedAt, waitMs],
  );
}
