import type { Language } from '@dragoman/domain/languages';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Channel } from './jobs.ts';
import { MAIL_ADDRESS } from './read-chats.ts';

/** If a process dies, another one tries again after this time. */
const LEASE = `interval '1 minute'`;

/** A reminder that is to be sent. */
export interface DueReminder {
  meetingId: string;
  /** The reader. */
  profileId: string;
  /** Attempts, this one included. */
  tries: number;
  /** Ids of the devices that have the push. */
  pushedTo: string[];
}

/** A meeting as one of its people is reminded of it. */
export interface Reminder extends DueReminder {
  sessionId: string;
  /** The other person's name. */
  name: string;
  language: Language;
  startsAt: Date;
  /** Empty: not said, or the reader wants no words shown. */
  place: string;
  /** A name of the IANA database: that of the device with which this side proposed or accepted. */
  timeZone: string;
  /** Where mails go; null: the reader gets none. */
  address: string | null;
}

/** Writes the reminders of meetings that begin soon (supabase/schemas/26_meetings.sql). */
export async function prepareReminders(db: Pick<Database, 'execute'>): Promise<void> {
  await db.execute('select private.remind_of_meetings()');
}

/**
 * Claims due reminders, so that no other process sends them: one of each person, so that a device
 * that does not answer holds up nothing of other people.
 * @param busy people to whom this process sends already
 */
export function claimReminders(
  db: Pick<Database, 'query'>,
  channel: Channel,
  limit: number,
  busy: readonly string[],
): Promise<DueReminder[]> {
  return db.query<DueReminder & Record<string, unknown>>(
    `with first as (
       select distinct on (profile_id) meeting_id, profile_id, due_at from private.meeting_reminders
       where channel = $1 and due_at <= clock_timestamp() and profile_id <> all ($3::uuid[])
       order by profile_id, due_at
     ), due as (
       select meeting_id, profile_id, channel from private.meeting_reminders
       where (meeting_id, profile_id) in (select meeting_id, profile_id from first order by due_at limit $2)
         and channel = $1 and due_at <= clock_timestamp() for update skip locked)
     update private.meeting_reminders r set due_at = clock_timestamp() + ${LEASE}, tries = r.tries + 1
     from due where (r.meeting_id, r.profile_id, r.channel) = (due.meeting_id, due.profile_id, due.channel)
     returning r.meeting_id as "meetingId", r.profile_id as "profileId", r.tries, r.pushed_to as "pushedTo"`,
    [channel, limit, busy],
  );
}

// Only of meetings that still take place, to people who may be told.
const READ = `
  select m.session_id as "sessionId", reader.language, m.starts_at as "startsAt",
    case when coalesce(own.show_text, true) then m.place else '' end as place,
    case when (m.proposer_id is not distinct from s.visitor_id) = (reader.id = s.visitor_id)
      then m.proposer_zone else m.accepter_zone end as "timeZone",
    (
      select p.name from public.profiles p where p.id = case
        when s.visitor_id <> reader.id then s.visitor_id
        when m.proposer_id <> s.visitor_id then m.proposer_id
        else coalesce(private.who_answers(s), s.vendor_id) end
    ) as name,
    ${MAIL_ADDRESS} as address
  from public.meetings m
  join public.sessions s on s.id = m.session_id
  join public.profiles reader on reader.id = $2
    -- A vendor who has joined another's booth since then keeps the chats of their own.
    and (reader.id in (s.visitor_id, s.vendor_id) or private.booth_of(reader.id) = s.vendor_id)
  join auth.users u on u.id = reader.user_id
  left join public.notification_settings own on own.owner_id = reader.id
  where m.id = $1 and m.state = 'accepted' and m.starts_at > clock_timestamp()
    and not private.are_parted(s.vendor_id, s.visitor_id) and coalesce(u.banned_until < now(), true)`;

/** @returns null for a reminder that may not be sent */
export async function readReminder(db: Pick<Database, 'query'>, due: DueReminder): Promise<Reminder | null> {
  const [row] = await db.query<Reminder & Record<string, unknown>>(READ, [due.meetingId, due.profileId]);
  return row ? { ...row, ...due } : null;
}

/**
 * Records the outcome of an attempt.
 * @param options.dueAt when to try again, in milliseconds since 1970; null: never
 * @param options.pushedTo devices that have the push now
 */
export async function settleReminder(
  db: Pick<Database, 'execute'>,
  channel: Channel,
  { meetingId, profileId }: DueReminder,
  { dueAt, pushedTo = [] }: { dueAt: number | null; pushedTo?: readonly string[] },
): Promise<void> {
  await db.execute(
    `update private.meeting_reminders
     set due_at = to_timestamp($4::double precision / 1000), pushed_to = pushed_to || $5::uuid[]
     where meeting_id = $1 and profile_id = $2 and channel = $3`,
    [meetingId, profileId, channel, dueAt, pushedTo],
  );
}
