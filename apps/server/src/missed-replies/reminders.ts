import { drain } from '../util/drain.ts';
import type { MissedRepliesDeps } from './deps.ts';
import { devicesOf, forgetDevices } from './devices.ts';
import type { Channel } from './jobs.ts';
import { reminderMail, reminderPush } from './reminder-content.ts';
import {
  claimReminders,
  type DueReminder,
  prepareReminders,
  type Reminder,
  readReminders,
  settleReminder,
} from './reminder-jobs.ts';

/** Reminders that are handled at once. */
const BATCH = 20;
/** Waits before the next attempt; after the last of them a reminder is given up. */
const RETRY_MS = [1, 2, 4].map((minutes) => minutes * 60_000);

/**
 * One round of reminders of accepted meetings, 15 minutes before they begin (docs/adr/0085). Quiet
 * hours do not hold them back: the reader has agreed to the time. Safe at any time and on any number
 * of processes.
 */
export async function sendReminders(deps: MissedRepliesDeps, signal?: AbortSignal): Promise<void> {
  const { db, push, mail } = deps;
  if (!push && !mail) return;
  await prepareReminders(db);
  for (const channel of ['push', 'email'] as const) {
    // Without a way to send it, a row waits for a server that has one, until its meeting begins.
    if (channel === 'push' ? !push : !mail) continue;
    await drain(
      () => claimReminders(db, channel, BATCH),
      (due) => sendAll(deps, channel, due),
      signal,
    );
  }
}

async function sendAll(deps: MissedRepliesDeps, channel: Channel, due: DueReminder[]): Promise<void> {
  const { db } = deps;
  const reminders = await readReminders(db, due);
  const read = new Set(reminders.map(keyOf));
  await Promise.all([
    ...reminders.map((reminder) => (channel === 'push' ? pushOne(deps, reminder) : mailOne(deps, reminder))),
    ...due
      .filter((each) => !read.has(keyOf(each)))
      .map((each) => settleReminder(db, channel, each, { dueAt: null })),
  ]);
}

async function pushOne(deps: MissedRepliesDeps, reminder: Reminder): Promise<void> {
  const { db, push, now } = deps;
  const devices = await devicesOf(db, reminder.profileId);
  const content = reminderPush(reminder);
  // A device that is off gets it only as long as it is of use.
  const ttlSeconds = Math.max(0, Math.floor((reminder.startsAt.getTime() - now()) / 1000));
  const outcomes = await Promise.all(
    devices
      .filter(({ id }) => !reminder.pushedTo.includes(id))
      .map(async (device) => ({ id: device.id, outcome: await push?.(device, content, ttlSeconds) })),
  );
  const idsOf = (wanted: string) => outcomes.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  await forgetDevices(db, idsOf('gone'));
  await settleReminder(db, 'push', reminder, {
    dueAt: idsOf('failed').length > 0 ? nextTry(deps, 'push', reminder) : null,
    pushedTo: idsOf('sent'),
  });
}

async function mailOne(deps: MissedRepliesDeps, reminder: Reminder): Promise<void> {
  const { db, mail } = deps;
  const { address, profileId, language } = reminder;
  if (!mail || address === null) return settleReminder(db, 'email', reminder, { dueAt: null });
  try {
    const unsubscribeUrl = await mail.unsubscribeUrl(profileId, language);
    const { publicUrl } = mail;
    await mail.mailer.send(
      reminderMail({ ...reminder, address }, { app: deps.appName(), publicUrl, unsubscribeUrl }),
    );
  } catch {
    return settleReminder(db, 'email', reminder, { dueAt: nextTry(deps, 'email', reminder) });
  }
  await settleReminder(db, 'email', reminder, { dueAt: null });
}

/** @returns when to try again, in milliseconds since 1970; null: it is given up */
function nextTry({ log, now }: MissedRepliesDeps, channel: Channel, { tries }: DueReminder): number | null {
  log.warn({ channel, tries }, 'a reminder could not be sent');
  const wait = RETRY_MS[tries - 1];
  return wait === undefined ? null : now() + wait;
}

function keyOf({ meetingId, profileId }: DueReminder): string {
  return `${meetingId} ${profileId}`;
}
