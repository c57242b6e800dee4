import { afterAll, beforeAll, expect, it } from 'vitest';
import { reminderWorker } from '../../src/meetings/reminders.ts';
import { missedRepliesWorker } from '../../src/missed-replies/worker.ts';
import { join, openTeam, visit } from '../booth-teams/support.ts';
import type { Person } from '../harness.ts';
import { type MeetingRow, proposed, settle } from '../meetings/support.ts';
import { type Chat, type Fair, holdPushes, openFair, say } from './support.ts';

// Reminders of accepted meetings: src/meetings/reminders.ts, docs/adr/0085.

let fair: Fair;
beforeAll(async () => {
  fair = await openFair();
});
afterAll(() => fair.stop());

/** An accepted meeting that begins in so many minutes, as if it had been agreed an hour ago. */
async function agreed(chat: Chat, minutes: number, more: object = {}): Promise<MeetingRow> {
  const meeting = await proposed(chat.vendor, chat.id, more);
  await settle(chat.visitor, meeting, 'accept');
  await begins(meeting, minutes);
  // Only reminders are of interest here.
  await fair.server.sql('delete from private.missed_replies');
  return meeting;
}

/** Moves a meeting; the database's clock decides what is due. */
async function begins(meeting: MeetingRow, minutes: number): Promise<void> {
  await fair.server.sql(
    `update meetings set starts_at = now() + make_interval(mins => $2), changed_at = now() - interval '1 hour'
     where id = $1`,
    [meeting.id, minutes],
  );
}

/** @returns the mails to the person since the start */
function mailsTo(person: Person) {
  return fair.sink.received
    .filter(({ recipients }) => recipients.includes(person.email))
    .map(({ mail }) => mail);
}

const clock = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
    new Date(at),
  );

async function startOf(meeting: MeetingRow): Promise<string> {
  const [row] = await fair.server.sql<{ at: Date }>('select starts_at as at from meetings where id = $1', [
    meeting.id,
  ]);
  return row?.at.toISOString() ?? '';
}

it('reach both sides once, each in its language and time zone', async () => {
  const chat = await fair.chat();
  const browser = await fair.browserOf(chat.visitor);
  const early = await agreed(chat, 16);
  await fair.roundNow();
  expect(browser.received).toEqual([]);
  await begins(early, 14);
  await Promise.all([fair.roundNow(), fair.roundNow()]);
  await fair.roundNow();
  const at = await startOf(early);
  expect(browser.received).toHaveLength(1);
  const [push] = browser.received;
  expect(push?.content).toMatchObject({ title: 'Helen Park', path: `/chat/${chat.id}`, tag: early.id });
  expect(push?.content.body).toContain(clock(at, 'Asia/Shanghai'));
  expect(push?.content.body).toContain('有会面');
  expect(push?.content.body).toContain('Lamps Ltd, Hall 4');
  expect(push?.ttl).toBeLessThanOrEqual(14 * 60);
  expect(mailsTo(chat.vendor)).toHaveLength(1);
  expect(mailsTo(chat.vendor)[0]?.subject).toContain(clock(at, 'Europe/Berlin'));
  expect(mailsTo(chat.vendor)[0]?.subject).toContain('李娜');
  expect(mailsTo(chat.visitor)).toHaveLength(1);
});

it('come in quiet hours too, keep hidden words, and end with mails', async () => {
  const chat = await fair.chat();
  const browser = await fair.browserOf(chat.visitor);
  await chat.visitor.client
    .from('notification_settings')
    .insert({
      owner_id: chat.visitor.profileId,
      quiet_from: 0,
      quiet_until: 1439,
      email: false,
      show_text: false,
    })
    .throwOnError();
  await agreed(chat, 10);
  await fair.roundNow();
  expect(browser.received).toHaveLength(1);
  expect(browser.received[0]?.content.body).not.toContain('Lamps');
  expect(mailsTo(chat.visitor)).toEqual([]);
});

it('are not sent for a meeting that was cancelled, has begun, or was agreed at the last minute', async () => {
  const chat = await fair.chat();
  const browser = await fair.browserOf(chat.visitor);
  const cancelled = await agreed(chat, 10);
  // Due, but the process died before it was sent.
  await fair.server.sql('select private.remind_of_meetings()');
  await settle(chat.vendor, cancelled, 'cancel');
  await agreed(chat, -1);
  const late = await agreed(chat, 10);
  await fair.server.sql('update meetings set changed_at = now() where id = $1', [late.id]);
  await fair.roundNow();
  expect(browser.received.filter(({ content }) => content.tag !== chat.id)).toEqual([]);
  const blocked = await agreed(chat, 10);
  await chat.vendor.client
    .from('blocks')
    .insert({ blocker_id: chat.vendor.profileId, blocked_id: chat.visitor.profileId })
    .throwOnError();
  await fair.roundNow();
  expect(browser.received.filter(({ content }) => content.tag === blocked.id)).toEqual([]);
});

it('are tried again where a device could not be reached, and passed over those that have it', async () => {
  const chat = await fair.chat();
  const [first, second] = [await fair.browserOf(chat.visitor), await fair.browserOf(chat.visitor)];
  second.answers.push(503);
  await agreed(chat, 10);
  await fair.roundNow();
  expect([first.received.length, second.received.length]).toEqual([1, 0]);
  await fair.roundNow();
  expect(second.received).toHaveLength(0);
  await fair.server.sql('update private.meeting_reminders set due_at = now() where due_at is not null');
  await fair.roundNow();
  expect([first.received.length, second.received.length]).toEqual([1, 1]);
});

it('of a booth reach who answers the chat', async () => {
  const { owner, omar, code } = await openTeam(fair.server);
  const { visitor, chat } = await visit(fair.server, code);
  const meeting = await proposed(visitor, chat);
  await settle(omar, meeting, 'accept');
  await begins(meeting, 10);
  await fair.roundNow();
  expect(mailsTo(owner)).toEqual([]);
  expect(mailsTo(omar).map(({ subject }) => subject)).toEqual([expect.stringContaining('Wei')]);
});

it('of a vendor’s own chat reach them after they have joined the booth of another', async () => {
  const chat = await fair.chat();
  await agreed(chat, 10);
  const boss = await fair.server.person({ role: 'vendor', name: 'Vera' });
  await join(boss, chat.vendor);
  await fair.roundNow();
  expect(mailsTo(chat.vendor).map(({ subject }) => subject)).toEqual([expect.stringContaining('李娜')]);
  expect(mailsTo(boss)).toEqual([]);
});

it('to a device that takes long hold up one push, and neither mails nor missed replies', async () => {
  const chat = await fair.chat();
  const slow = holdPushes(fair, await fair.browserOf(chat.visitor));
  for (const minutes of [10, 12]) await agreed(chat, minutes);
  const other = await fair.chat();
  const browser = await fair.browserOf(other.visitor);
  await say(other.vendor, other, 'Hello');
  const deps = { ...fair.deps, push: slow.push };
  const rounds = [reminderWorker(deps), missedRepliesWorker(deps)].map((worker) => worker.start(0.01));
  try {
    await expect.poll(() => slow.calls.held).toBe(1);
    await fair.server.sql('update private.missed_replies set push_due_at = now(), email_due_at = now()');
    await expect
      .poll(() => [browser.received.length, mailsTo(other.visitor).length, mailsTo(chat.visitor).length])
      .toEqual([1, 1, 2]);
    expect(slow.calls.held).toBe(1);
  } finally {
    slow.release();
    await Promise.all(rounds.map((each) => each.close()));
  }
});
