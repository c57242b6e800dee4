import { workOff } from '../util/work-off.ts';
import type { MissedRepliesDeps } from './deps.ts';
import { devicesOf, forgetDevices } from './devices.ts';
import { type Channel, peopleOf } from './jobs.ts';
import { reminderMail, reminderPush } from './reminder-content.ts';
import {
  claimReminders,
  type DueReminder,
  prepareReminders,
  type Reminder,
  readReminder,
  settleReminder,
} from './reminder-jobs.ts';

/** Reminders that are handled at once. */
const SLOTS = 20;
/** Waits before the next attempt; after the last of them a reminder is given up. */
const RETRY_MS = [1, 2, 4].map((minutes) => minutes * 60_000);

/**
 * Sends the due reminders of a channel, 15 minutes before meetings begin (docs/adr/0085). Quiet
 * hours do not hold them back: the reader has agreed to the time. Safe at any time and on any number
 * of processes.
 */
export async function sendReminders(
  deps: MissedRepliesDeps,
  channel: Channel,
  signal?: AbortSignal,
): Promise<void> {
  const { db, push, mail } = deps;
  // Without a way to send it, a row waits for a server that has one, until its meeting begins.
  if (channel === 'push' ? !push : !mail) return;
  // In the same round: the next one may come when the meeting has begun.
  await prepareReminders(db);
  await workOff<DueReminder>(
    {
      slots: SLOTS,
      claim: (limit, underWay) => claimReminders(db, channel, limit, peopleOf(underWay)),
      handle: (due) => sendOne(deps, channel, due),
    },
    signal,
  );
}

async function sendOne(deps: MissedRepliesDeps, channel: Channel, due: DueReminder): Promise<void> {
  const reminder = await readReminder(deps.db, due);
  if (!reminder) return settleReminder(deps.db, channel, due, { dueAt: null });
  await (channel === 'push' ? pushOne(deps, reminder) : mailOne(deps, reminder));
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
