import { joinRounds, type Rounds, startRounds } from '../util/start-rounds.ts';
import { workOff } from '../util/work-off.ts';
import type { MissedRepliesDeps } from './deps.ts';
import { devicesOf, forgetDevices } from './devices.ts';
import { pushContent, renderDigest } from './digest.ts';
import {
  claimEmails,
  claimPushes,
  dropStale,
  finish,
  lastEmailed,
  type MissedChat,
  notePushed,
  peopleOf,
  putOff,
} from './jobs.ts';
import { endOfQuiet } from './quiet-hours.ts';
import { readUnreadChats, type UnreadChat } from './read-chats.ts';
import { sendReminders } from './reminders.ts';
import type { SendPush } from './send-push.ts';

/** Chats, or people, that are handled at once. */
const SLOTS = 20;
const MINUTE_MS = 60_000;
/** Waits before the next attempt; after the last of them a channel is given up until the chat is read. */
const RETRY_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);
/** Attempts that ended with their process count as well. */
const MOST_TRIES = RETRY_MS.length + 1;
/** A person whose last mail is unread gets no other within this time. */
const BETWEEN_MAILS_MS = 60 * MINUTE_MS;

/** A part of a round. */
type Work = (deps: MissedRepliesDeps, signal?: AbortSignal) => Promise<void>;

const WORK: readonly Work[] = [
  ({ db }) => dropStale(db),
  (deps, signal) => sendReminders(deps, 'push', signal),
  (deps, signal) => sendReminders(deps, 'email', signal),
  sendPushes,
  sendMails,
];

/**
 * Sends pushes and mails about unread messages, and reminders of meetings, until it is closed. No
 * part waits for another: devices that do not answer in time put off the end of theirs.
 * @param everySeconds how often it looks for chats that are due; 0: never, another process does
 */
export function startMissedReplies(deps: MissedRepliesDeps, everySeconds: number): Rounds {
  return joinRounds(
    WORK.map((work) => startRounds(everySeconds * 1000, (signal) => attempt(deps, work, signal))),
  );
}

/**
 * One round: reminds of meetings, and tells the readers of all chats that are due. Safe at any
 * time and on any number of processes. Failures are logged, never thrown; the next round tries
 * again.
 */
export async function runMissedReplies(deps: MissedRepliesDeps): Promise<void> {
  for (const work of WORK) await attempt(deps, work);
}

async function attempt(deps: MissedRepliesDeps, work: Work, signal?: AbortSignal): Promise<void> {
  try {
    await work(deps, signal);
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    deps.log.warn({ err: { name, code } }, 'a round of missed replies failed');
  }
}

async function sendPushes(deps: MissedRepliesDeps, signal?: AbortSignal): Promise<void> {
  const { db, push } = deps;
  if (!push) return;
  await workOff<MissedChat>(
    {
      slots: SLOTS,
      claim: (limit, underWay) => claimPushes(db, limit, peopleOf(underWay)),
      handle: (chat) => pushOne(deps, push, chat),
    },
    signal,
  );
}

async function pushOne(deps: MissedRepliesDeps, push: SendPush, chat: MissedChat): Promise<void> {
  const { db, now } = deps;
  const [unread] = await readUnreadChats(db, [chat]);
  if (!unread?.allowed || chat.tries > MOST_TRIES) return finish(db, 'push', [chat], false);
  const devices = (await devicesOf(db, chat.profileId)).filter(({ id }) => !chat.pushedTo.includes(id));
  if (devices.length === 0) return finish(db, 'push', [chat], false);
  const dueAt = unread.quiet ? endOfQuiet(now(), unread.quiet) : now();
  if (dueAt > now()) return putOff(db, 'push', [chat], { dueAt, fresh: true });
  const content = pushContent(unread);
  const outcomes = await Promise.all(
    devices.map(async (device) => ({ device, outcome: await push(device, content) })),
  );
  const idsOf = (wanted: string) =>
    outcomes.filter(({ outcome }) => outcome === wanted).map(({ device }) => device.id);
  await forgetDevices(db, idsOf('gone'));
  const failed = idsOf('failed').length;
  if (failed === 0) return finish(db, 'push', [chat], true);
  await notePushed(db, chat, idsOf('sent'));
  await retry(deps, 'push', [chat], { devices: failed });
}

async function sendMails(deps: MissedRepliesDeps, signal?: AbortSignal): Promise<void> {
  const { db, mail } = deps;
  if (!mail) return;
  await workOff<MissedChat[]>(
    {
      slots: SLOTS,
      claim: (limit, underWay) => claimEmails(db, limit, peopleOf(underWay.flat())),
      handle: (chats) => mailOne(deps, mail, chats),
    },
    signal,
  );
}

/** @param claimed the chats of one person */
async function mailOne(
  deps: MissedRepliesDeps,
  mail: NonNullable<MissedRepliesDeps['mail']>,
  claimed: readonly MissedChat[],
): Promise<void> {
  const { db, now } = deps;
  const unread = (await readUnreadChats(db, claimed)).filter(
    ({ allowed, address, chat }) => allowed && address !== null && chat.tries <= MOST_TRIES,
  );
  await finish(db, 'email', leftOut(claimed, unread), false);
  const [first] = unread;
  if (!first?.address) return;
  const { profileId } = first.chat;
  const chats = unread.map(({ chat }) => chat);
  const last = await lastEmailed(db, profileId);
  const earliest = Math.max(now(), last === null ? 0 : last + BETWEEN_MAILS_MS);
  const dueAt = first.quiet ? endOfQuiet(earliest, first.quiet) : earliest;
  if (dueAt > now()) return putOff(db, 'email', chats, { dueAt, fresh: true });
  try {
    await mail.mailer.send(
      renderDigest({
        chats: newestFirst(unread),
        to: first.address,
        app: deps.appName(),
        publicUrl: mail.publicUrl,
        unsubscribeUrl: await mail.unsubscribeUrl(profileId, first.language),
      }),
    );
  } catch {
    return retry(deps, 'email', chats, {});
  }
  await finish(db, 'email', chats, true);
}

async function retry(
  { db, log, now }: MissedRepliesDeps,
  channel: 'push' | 'email',
  chats: MissedChat[],
  fields: object,
): Promise<void> {
  const tries = Math.max(...chats.map((chat) => chat.tries));
  const wait = RETRY_MS[tries - 1];
  log.warn({ channel, tries, ...fields }, 'a missed reply could not be sent');
  if (wait === undefined) return finish(db, channel, chats, false);
  await putOff(db, channel, chats, { dueAt: now() + wait, fresh: false });
}

function leftOut(chats: readonly MissedChat[], kept: readonly UnreadChat[]): MissedChat[] {
  const those = new Set(kept.map(({ chat }) => chat));
  return chats.filter((chat) => !those.has(chat));
}

function newestFirst(unread: readonly UnreadChat[]): UnreadChat[] {
  return unread.toSorted((a, b) => (a.chat.firstAt < b.chat.firstAt ? 1 : -1));
}
