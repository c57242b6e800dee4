import type { Notifier } from '../notifications/notifier.ts';
import { devicesOf, pushToDevices, type SendPush } from '../notifications/push.ts';
import { createWorker, MOST_TRIES, type Retry, runJobs, type Worker } from '../util/job-runner.ts';
import { pushContent, renderDigest } from './digest.ts';
import {
  type Channel,
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

/** Chats, or people, that are handled at once. */
const SLOTS = 20;
/** A person whose last mail is unread gets no other within this time. */
const BETWEEN_MAILS_MS = 60 * 60_000;

/** Tells people about messages that they have not read (docs/adr/0080-missed-replies.md). */
export function missedRepliesWorker(deps: Notifier): Worker {
  return createWorker(deps.log, 'a round of missed replies failed', [
    () => dropStale(deps.db),
    (signal) => sendPushes(deps, signal),
    (signal) => sendMails(deps, signal),
  ]);
}

async function sendPushes(deps: Notifier, signal?: AbortSignal): Promise<void> {
  const { db, log, push } = deps;
  if (!push) return;
  await runJobs<MissedChat>(
    {
      slots: SLOTS,
      claim: (limit, underWay) => claimPushes(db, limit, peopleOf(underWay)),
      attempt: (chat, retry) => pushOne(deps, push, chat, retry),
      onFailure: (fields) => log.warn({ channel: 'push', ...fields }, 'a missed reply could not be sent'),
    },
    signal,
  );
}

async function pushOne(deps: Notifier, push: SendPush, chat: MissedChat, retry: Retry): Promise<unknown> {
  const { db, now } = deps;
  const [unread] = await readUnreadChats(db, [chat]);
  if (!unread?.allowed || chat.tries > MOST_TRIES) return finish(db, 'push', [chat], false);
  const devices = (await devicesOf(db, chat.profileId)).filter(({ id }) => !chat.pushedTo.includes(id));
  if (devices.length === 0) return finish(db, 'push', [chat], false);
  const dueAt = unread.quiet ? endOfQuiet(now(), unread.quiet) : now();
  if (dueAt > now()) return putOff(db, 'push', [chat], { dueAt, fresh: true });
  const { sent, failed } = await pushToDevices(db, push, devices, pushContent(unread));
  if (failed.length === 0) return finish(db, 'push', [chat], true);
  await notePushed(db, chat, sent);
  return retry(chat.tries, recordFailure(deps, 'push', [chat]), { devices: failed.length });
}

async function sendMails(deps: Notifier, signal?: AbortSignal): Promise<void> {
  const { db, log, mail } = deps;
  if (!mail) return;
  await runJobs<MissedChat[]>(
    {
      slots: SLOTS,
      claim: (limit, underWay) => claimEmails(db, limit, peopleOf(underWay.flat())),
      attempt: (chats, retry) => mailOne(deps, mail, chats, retry),
      onFailure: (fields) => log.warn({ channel: 'email', ...fields }, 'a missed reply could not be sent'),
    },
    signal,
  );
}

/** @param claimed the chats of one person */
async function mailOne(
  deps: Notifier,
  mail: NonNullable<Notifier['mail']>,
  claimed: readonly MissedChat[],
  retry: Retry,
): Promise<unknown> {
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
        app: mail.appName(),
        publicUrl: mail.publicUrl,
        unsubscribeUrl: await mail.unsubscribeUrl(profileId, first.language),
      }),
    );
  } catch {
    const tries = Math.max(...chats.map((chat) => chat.tries));
    return retry(tries, recordFailure(deps, 'email', chats));
  }
  await finish(db, 'email', chats, true);
}

/** Chats that are given up are so until they are read. */
function recordFailure({ db, now }: Notifier, channel: Channel, chats: readonly MissedChat[]) {
  return (waitMs: number | null) =>
    waitMs === null
      ? finish(db, channel, chats, false)
      : putOff(db, channel, chats, { dueAt: now() + waitMs, fresh: false });
}

function leftOut(chats: readonly MissedChat[], kept: readonly UnreadChat[]): MissedChat[] {
  const those = new Set(kept.map(({ chat }) => chat));
  return chats.filter((chat) => !those.has(chat));
}

function newestFirst(unread: readonly UnreadChat[]): UnreadChat[] {
  return unread.toSorted((a, b) => (a.chat.firstAt < b.chat.firstAt ? 1 : -1));
}
