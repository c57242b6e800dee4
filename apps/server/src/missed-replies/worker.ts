import { drain } from '../util/drain.ts';
import { type Rounds, startRounds } from '../util/start-rounds.ts';
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
  putOff,
} from './jobs.ts';
import { endOfQuiet } from './quiet-hours.ts';
import { readUnreadChats, type UnreadChat } from './read-chats.ts';
import { sendReminders } from './reminders.ts';

/** Chats, or people, that are handled at once. */
const BATCH = 20;
const MINUTE_MS = 60_000;
/** Waits before the next attempt; after the last of them a channel is given up until the chat is read. */
const RETRY_MS = [1, 5, 30, 120].map((minutes) => minutes * MINUTE_MS);
/** Attempts that ended with their process count as well. */
const MOST_TRIES = RETRY_MS.length + 1;
/** A person whose last mail is unread gets no other within this time. */
const BETWEEN_MAILS_MS = 60 * MINUTE_MS;

/**
 * Sends pushes and mails about unread messages, and reminders of meetings, until it is closed.
 * @param everySeconds how often it looks for chats that are due; 0: never, another process does
 */
export function startMissedReplies(deps: MissedRepliesDeps, everySeconds: number): Rounds {
  return startRounds(everySeconds * 1000, (signal) => runMissedReplies(deps, signal));
}

/**
 * One round: reminds of meetings, and tells the readers of all chats that are due. Safe at any
 * time and on any number of processes. Failures are logged, never thrown; the next round tries
 * again.
 */
export async function runMissedReplies(deps: MissedRepliesDeps, signal?: AbortSignal): Promise<void> {
  const { db, push, mail, log } = deps;
  const attempt = (work: () => Promise<void>) =>
    work().catch((error: { name?: unknown; code?: unknown }) => {
      log.warn({ err: { name: error.name, code: error.code } }, 'a round of missed replies failed');
    });
  // They are of use for a quarter of an hour only.
  await attempt(() => sendReminders(deps, signal));
  await attempt(() => dropStale(db));
  if (push) {
    await attempt(() =>
      drain(
        () => claimPushes(db, BATCH),
        (chats) => pushAll(deps, chats),
        signal,
      ),
    );
  }
  if (mail) {
    await attempt(() =>
      drain(
        () => claimEmails(db, BATCH),
        (chats) => mailAll(deps, chats),
        signal,
      ),
    );
  }
}

async function pushAll(deps: MissedRepliesDeps, chats: MissedChat[]): Promise<void> {
  const unread = await readUnreadChats(deps.db, chats);
  const allowed = unread.filter(({ allowed, chat }) => allowed && chat.tries <= MOST_TRIES);
  await finish(deps.db, 'push', leftOut(chats, allowed), false);
  await Promise.all(allowed.map((each) => pushOne(deps, each)));
}

async function pushOne(deps: MissedRepliesDeps, unread: UnreadChat): Promise<void> {
  const { db, push, now } = deps;
  const { chat, quiet } = unread;
  const devices = (await devicesOf(db, chat.profileId)).filter(({ id }) => !chat.pushedTo.includes(id));
  if (!push || devices.length === 0) return finish(db, 'push', [chat], false);
  const dueAt = quiet ? endOfQuiet(now(), quiet) : now();
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

async function mailAll(deps: MissedRepliesDeps, chats: MissedChat[]): Promise<void> {
  const unread = await readUnreadChats(deps.db, chats);
  const wanted = unread.filter(
    ({ allowed, address, chat }) => allowed && address !== null && chat.tries <= MOST_TRIES,
  );
  await finish(deps.db, 'email', leftOut(chats, wanted), false);
  const people = new Map<string, UnreadChat[]>();
  for (const each of wanted) {
    const { profileId } = each.chat;
    people.set(profileId, [...(people.get(profileId) ?? []), each]);
  }
  await Promise.all([...people].map(([profileId, theirs]) => mailOne(deps, profileId, theirs)));
}

async function mailOne(deps: MissedRepliesDeps, profileId: string, unread: UnreadChat[]): Promise<void> {
  const { db, mail, now } = deps;
  const [first] = unread;
  if (!mail || !first?.address) return;
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
