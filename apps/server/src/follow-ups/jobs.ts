import type { FollowUpFault } from '@dragoman/domain/follow-ups/follow-up-template';
import type { Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * The time in which an attempt ends, by the time limits of connections. If a process dies, another
 * one tries again after it.
 */
const LEASE = `interval '5 minutes'`;

/** A mail that is due, with what is so at this moment. */
export interface DueFollowUp {
  id: string;
  boothId: string;
  personId: string;
  subject: string;
  text: string;
  /** Attempts, this one included. */
  tries: number;
  /** Why it must not go to the person; null: it may. */
  obstacle: FollowUpFault | null;
  to: string | null;
  language: Language;
  senderName: string | null;
  senderCompany: string | null;
  /** The confirmed address of who approved it, if they still work at the booth. */
  senderAddress: string | null;
}

/** Claims due mails, the longest waiting first, so that no other process sends them. */
export function claimFollowUps(db: Database, limit: number): Promise<DueFollowUp[]> {
  return db.query<DueFollowUp & Record<string, unknown>>(
    `with due as (
       select id from public.follow_ups where due_at <= now() order by due_at limit $1 for update skip locked),
     claimed as (
       update public.follow_ups f set due_at = now() + ${LEASE}, tries = f.tries + 1
       from due where f.id = due.id returning f.*)
     select c.id, c.owner_id as "boothId", c.person_id as "personId", c.subject, c.text, c.tries,
       private.follow_up_obstacle(c.owner_id, c.sent_by, c.person_id) as obstacle,
       person.email as "to", person.language,
       sender.name as "senderName", coalesce(sender.company, booth.company) as "senderCompany", u.email as "senderAddress"
     from claimed c
     join public.profiles person on person.id = c.person_id
     join public.profiles booth on booth.id = c.owner_id
     left join public.profiles sender on sender.id = c.sent_by and private.booth_of(sender.id) = c.owner_id
     left join auth.users u on u.id = sender.user_id and u.email_confirmed_at is not null
       and coalesce(u.banned_until < now(), true)`,
    [limit],
  );
}

/** Records how a mail ended, and removes its words. @param fault null: it was sent */
export async function finishFollowUp(db: Database, id: string, fault: FollowUpFault | null): Promise<void> {
  await db.execute(
    `update public.follow_ups set status = $2, reason = $3, finished_at = clock_timestamp(),
       subject = null, text = null, due_at = null
     where id = $1 and status = 'waiting'`,
    [id, fault === null ? 'sent' : 'failed', fault],
  );
}

/** @param waitMs milliseconds until the next attempt */
export async function retryFollowUp(db: Database, id: string, waitMs: number): Promise<void> {
  await db.execute(
    `update public.follow_ups set due_at = now() + $2::double precision * interval '1 millisecond'
     where id = $1 and status = 'waiting'`,
    [id, waitMs],
  );
}
