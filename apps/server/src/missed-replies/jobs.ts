import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * The time in which an attempt ends, by the time limits of connections. If a process dies, another
 * one tries again after it.
 */
const LEASE = { push: `interval '2 minutes'`, email: `interval '5 minutes'` };
/** Rows that were never handled by then are given up, and not claimed: an old message is no news. */
const STALE = `interval '2 days'`;
/** Any number that no other program on the database is likely to lock. */
const EMAIL_CLAIM_LOCK = 0x6472_616d;

export type Channel = 'push' | 'email';

/** A chat with unread messages whose reader is to be told. */
export interface MissedChat {
  sessionId: string;
  /** The reader. */
  profileId: string;
  /**
   * Time of the oldest unread message, with the database's microseconds. When it changes, the chat
   * was read meanwhile.
   */
  firstAt: string;
  /** Attempts, this one included. */
  tries: number;
  /** Ids of the devices that have the push. */
  pushedTo: string[];
}

/** @returns the readers of jobs */
export function peopleOf(jobs: readonly { profileId: string }[]): string[] {
  return jobs.map(({ profileId }) => profileId);
}

const COLUMNS = `m.session_id as "sessionId", m.profile_id as "profileId", m.first_at::text as "firstAt",
  m.pushed_to as "pushedTo"`;

/**
 * Claims due pushes, the longest waiting first, so that no other process sends them: one of each
 * person, so that a device that does not answer holds up nothing of other people.
 * @param busy people to whom this process sends already
 */
export function claimPushes(db: Database, limit: number, busy: readonly string[]): Promise<MissedChat[]> {
  return db.query<MissedChat & Record<string, unknown>>(
    `with first as (
       select distinct on (profile_id) session_id, profile_id, push_due_at from private.missed_replies
       where push_due_at <= now() and push_due_at > now() - ${STALE} and profile_id <> all ($2::uuid[])
       order by profile_id, push_due_at
     ), due as (
       select session_id, profile_id from private.missed_replies
       where (session_id, profile_id) in (select session_id, profile_id from first order by push_due_at limit $1)
         and push_due_at <= now() for update skip locked)
     update private.missed_replies m set push_due_at = now() + ${LEASE.push}, push_tries = m.push_tries + 1
     from due where m.session_id = due.session_id and m.profile_id = due.profile_id
     returning ${COLUMNS}, m.push_tries as tries`,
    [limit, busy],
  );
}

/**
 * Claims the mails of people for whom one is due: all of their chats that wait, also those that
 * are not due yet, make one digest.
 * @param limit people
 * @param busy people to whom this process sends already
 * @returns the chats of each person
 */
export function claimEmails(db: Database, limit: number, busy: readonly string[]): Promise<MissedChat[][]> {
  return db.transaction(async (tx) => {
    // One claim at a time, so that two processes do not share the chats of a person.
    await tx.query('select pg_advisory_xact_lock($1)', [EMAIL_CLAIM_LOCK]);
    const chats = await tx.query<MissedChat & Record<string, unknown>>(
      `with person as (
         select profile_id from private.missed_replies
         where email_due_at <= now() and email_due_at > now() - ${STALE} and profile_id <> all ($2::uuid[])
         group by profile_id order by min(email_due_at) limit $1)
       update private.missed_replies m set email_due_at = now() + ${LEASE.email}, email_tries = m.email_tries + 1
       from person where m.profile_id = person.profile_id and m.email_due_at is not null
         -- A chat that was tried and is not due yet is in another process's hands.
         and (m.email_due_at <= now() or m.email_tries = 0)
       returning ${COLUMNS}, m.email_tries as tries`,
      [limit, busy],
    );
    const people = new Map<string, MissedChat[]>();
    for (const chat of chats) people.set(chat.profileId, [...(people.get(chat.profileId) ?? []), chat]);
    return [...people.values()];
  });
}

/** Records that a channel is finished with a chat until it is read. */
export async function finish(
  db: Pick<Database, 'execute'>,
  channel: Channel,
  chats: readonly MissedChat[],
  sent: boolean,
): Promise<void> {
  await update(
    db,
    chats,
    channel === 'push'
      ? 'push_due_at = null'
      : `email_due_at = null, emailed_at = ${sent ? 'now()' : 'm.emailed_at'}`,
  );
}

/**
 * Puts chats off.
 * @param dueAt milliseconds since 1970
 * @param fresh whether the attempt does not count
 */
export async function putOff(
  db: Pick<Database, 'execute'>,
  channel: Channel,
  chats: readonly MissedChat[],
  { dueAt, fresh }: { dueAt: number; fresh: boolean },
): Promise<void> {
  const due = `${channel}_due_at = to_timestamp($4::double precision / 1000)`;
  await update(db, chats, fresh ? `${due}, ${channel}_tries = 0` : due, [dueAt]);
}

/** Notes the devices that have the push of a chat: a further attempt passes over them. */
export async function notePushed(
  db: Pick<Database, 'execute'>,
  chat: MissedChat,
  devices: readonly string[],
): Promise<void> {
  await update(db, [chat], 'pushed_to = m.pushed_to || $4::uuid[]', [devices]);
}

/**
 * Gives up what has waited for too long: while the server was off, or without a mail server. Claims
 * pass over it, too: they do not wait for this.
 */
export async function dropStale(db: Pick<Database, 'execute'>): Promise<void> {
  for (const channel of ['push', 'email'] as const) {
    await db.execute(
      `update private.missed_replies set ${channel}_due_at = null where ${channel}_due_at < now() - ${STALE}`,
    );
  }
}

/** @returns when the person got a mail about a chat that is still unread; null: none */
export async function lastEmailed(db: Pick<Database, 'query'>, profileId: string): Promise<number | null> {
  const [row] = await db.query<{ at: Date | null }>(
    'select max(emailed_at) as at from private.missed_replies where profile_id = $1',
    [profileId],
  );
  return row?.at?.getTime() ?? null;
}

/** Changes the rows that still have the state in which they were claimed. */
async function update(
  db: Pick<Database, 'execute'>,
  chats: readonly MissedChat[],
  change: string,
  values: readonly unknown[] = [],
): Promise<void> {
  if (chats.length === 0) return;
  await db.execute(
    `update private.missed_replies m set ${change}
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) c (session_id, profile_id, first_at)
     where m.session_id = c.session_id and m.profile_id = c.profile_id and m.first_at = c.first_at`,
    [
      chats.map(({ sessionId }) => sessionId),
      chats.map(({ profileId }) => profileId),
      chats.map(({ firstAt }) => firstAt),
      ...values,
    ],
  );
}
