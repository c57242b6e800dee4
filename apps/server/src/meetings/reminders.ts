import type { Language } from '@dragoman/domain/languages';
import { chatPath } from '@dragoman/domain/routes';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Mail } from '@dragoman/supabase-server/mail/mail';
import { escapeHtml } from '@dragoman/supabase-server/util/escape-html';
import {
  BUTTON,
  fillIn,
  isolated,
  MAIL_ADDRESS,
  mailEnd,
  mailHeading,
  mailPage,
  messageId,
} from '../notifications/mail-parts.ts';
import { STOP_MAILS_WORDS } from '../notifications/mailed-links.ts';
import type { Notifier } from '../notifications/notifier.ts';
import { cutForPush, devicesOf, type PushContent, pushToDevices } from '../notifications/push.ts';
import { createWorker, type Retry, runJobs, type Worker } from '../util/job-runner.ts';

/** Reminders that are handled at once. */
const SLOTS = 20;
/** Minutes before the next attempt; after the last of them a reminder is given up. */
const RETRY_MINUTES = [1, 2, 4];
/** If a process dies, another one tries again after this time. */
const LEASE = `interval '1 minute'`;

type Channel = 'push' | 'email';

/** A reminder that is to be sent. */
interface DueReminder {
  meetingId: string;
  /** The reader. */
  profileId: string;
  /** Attempts, this one included. */
  tries: number;
  /** Ids of the devices that have the push. */
  pushedTo: string[];
}

/** A meeting as one of its people is reminded of it. */
interface Reminder extends DueReminder {
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

/**
 * Sends the due reminders of both channels, 15 minutes before meetings begin (docs/adr/0085). Quiet
 * hours do not hold them back: the reader has agreed to the time.
 */
export function reminderWorker(deps: Notifier): Worker {
  return createWorker(deps.log, 'a round of missed replies failed', [
    (signal) => sendReminders(deps, 'push', signal),
    (signal) => sendReminders(deps, 'email', signal),
  ]);
}

async function sendReminders(deps: Notifier, channel: Channel, signal?: AbortSignal): Promise<void> {
  const { db, log, push, mail } = deps;
  // Without a way to send it, a row waits for a server that has one, until its meeting begins.
  if (channel === 'push' ? !push : !mail) return;
  // In the same round: the next one may come when the meeting has begun.
  await prepareReminders(db);
  await runJobs<DueReminder>(
    {
      slots: SLOTS,
      retryMinutes: RETRY_MINUTES,
      claim: (limit, underWay) =>
        claimReminders(
          db,
          channel,
          limit,
          underWay.map(({ profileId }) => profileId),
        ),
      attempt: (due, retry) => sendOne(deps, channel, due, retry),
      onFailure: (fields) => log.warn({ channel, ...fields }, 'a reminder could not be sent'),
    },
    signal,
  );
}

async function sendOne(deps: Notifier, channel: Channel, due: DueReminder, retry: Retry): Promise<void> {
  const reminder = await readReminder(deps.db, due);
  if (!reminder) return settleReminder(deps.db, channel, due, { dueAt: null });
  await (channel === 'push' ? pushOne(deps, reminder, retry) : mailOne(deps, reminder, retry));
}

async function pushOne({ db, push, now }: Notifier, reminder: Reminder, retry: Retry): Promise<void> {
  if (!push) return;
  const devices = await devicesOf(db, reminder.profileId);
  // A device that is off gets it only as long as it is of use.
  const ttlSeconds = Math.max(0, Math.floor((reminder.startsAt.getTime() - now()) / 1000));
  const { sent, failed } = await pushToDevices(
    db,
    push,
    devices.filter(({ id }) => !reminder.pushedTo.includes(id)),
    reminderPush(reminder),
    ttlSeconds,
  );
  const settle = (waitMs: number | null) =>
    settleReminder(db, 'push', reminder, { dueAt: dueIn(now, waitMs), pushedTo: sent });
  await (failed.length > 0 ? retry(reminder.tries, settle) : settle(null));
}

async function mailOne({ db, mail, now }: Notifier, reminder: Reminder, retry: Retry): Promise<unknown> {
  const { address, profileId, language } = reminder;
  const settle = (waitMs: number | null) =>
    settleReminder(db, 'email', reminder, { dueAt: dueIn(now, waitMs) });
  if (!mail || address === null) return settle(null);
  try {
    const unsubscribeUrl = await mail.unsubscribeUrl(profileId, language);
    const { publicUrl } = mail;
    await mail.mailer.send(
      reminderMail({ ...reminder, address }, { app: mail.appName(), publicUrl, unsubscribeUrl }),
    );
  } catch {
    return retry(reminder.tries, settle);
  }
  await settle(null);
}

function dueIn(now: () => number, waitMs: number | null): number | null {
  return waitMs === null ? null : now() + waitMs;
}

/** Writes the reminders of meetings that begin soon (supabase/schemas/26_meetings.sql). */
async function prepareReminders(db: Pick<Database, 'execute'>): Promise<void> {
  await db.execute('select private.remind_of_meetings()');
}

/**
 * Claims due reminders, so that no other process sends them: one of each person, so that a device
 * that does not answer holds up nothing of other people.
 * @param busy people to whom this process sends already
 */
function claimReminders(
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
async function readReminder(db: Pick<Database, 'query'>, due: DueReminder): Promise<Reminder | null> {
  const [row] = await db.query<Reminder & Record<string, unknown>>(READ, [due.meetingId, due.profileId]);
  return row ? { ...row, ...due } : null;
}

/**
 * Records the outcome of an attempt.
 * @param options.dueAt when to try again, in milliseconds since 1970; null: never
 * @param options.pushedTo devices that have the push now
 */
async function settleReminder(
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

interface Texts {
  /** `{time}` with its zone, `{name}`: the other person. */
  title: string;
  /** `{time}` */
  short: string;
  open: string;
  /** `{app}`: the product. */
  why: string;
}

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Meeting at {time} with {name}',
    short: 'Meeting at {time}',
    open: 'Open the chat',
    why: 'You get this mail because you agreed on this meeting in {app}. Replies to this mail are not read.',
  },
  zh: {
    title: '{time} 与 {name} 会面',
    short: '{time} 有会面',
    open: '打开聊天',
    why: '您收到此邮件，是因为您在 {app} 中约定了这次会面。请勿直接回复本邮件。',
  },
  ar: {
    title: 'اجتماع الساعة {time} مع {name}',
    short: 'اجتماع الساعة {time}',
    open: 'فتح المحادثة',
    why: 'وصلتك هذه الرسالة لأنك اتفقت على هذا الاجتماع في {app}. لا تُقرأ الردود على هذا البريد.',
  },
};

/** @returns the push of a reminder, in the reader's language and time zone */
function reminderPush(reminder: Reminder): PushContent {
  const { name, place, sessionId, meetingId } = reminder;
  const body = fillIn(TEXTS[reminder.language].short, { time: timeText(reminder) });
  return {
    title: cutForPush(name),
    body: cutForPush(place ? `${body} · ${place}` : body),
    path: chatPath(sessionId),
    tag: meetingId,
  };
}

/** @returns the mail of a reminder, in the reader's language and time zone */
function reminderMail(
  reminder: Reminder & { address: string },
  { app, publicUrl, unsubscribeUrl }: { app: string; publicUrl: string; unsubscribeUrl: string },
): Mail {
  const { language, name, place, sessionId, meetingId, profileId } = reminder;
  const texts = TEXTS[language];
  const subject = fillIn(texts.title, { time: isolated(timeText(reminder)), name: isolated(name) });
  const link = `${publicUrl}${chatPath(sessionId)}`;
  const end = mailEnd({
    why: fillIn(texts.why, { app }),
    stop: STOP_MAILS_WORDS[language],
    url: unsubscribeUrl,
  });
  return {
    to: reminder.address,
    subject,
    text: [...(place ? [isolated(place)] : []), `${texts.open}: ${link}`, ...end.text].join('\n\n'),
    html: mailPage(language, subject, [
      mailHeading(subject),
      ...(place ? [`<p><bdi>${escapeHtml(place)}</bdi></p>`] : []),
      `<p><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(texts.open)}</a></p>`,
      end.html,
    ]),
    messageId: messageId('meeting', `${meetingId} ${profileId}`, publicUrl),
    headers: end.headers,
  };
}

/** '10:00 CET' say. An unknown zone is read as UTC. */
function timeText({ startsAt, timeZone, language }: Reminder): string {
  const options: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  };
  const locale = language === 'ar' ? 'ar-u-nu-latn' : language;
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone }).format(startsAt);
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(startsAt);
  }
}
