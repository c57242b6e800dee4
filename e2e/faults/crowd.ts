import { setTimeout as delay } from 'node:timers/promises';
import { makeEvent, type SampleEvent } from '../../bench/src/load/event.ts';
import { liftMessageRate } from '../../bench/src/load/message-rate.ts';
import { query } from './database.ts';
import { joinChat, type Member } from './member.ts';
import { until } from './until.ts';

const CHATS = 6;
/** Each of the twelve people writes so often: 60 messages a second together. */
const EVERY_MS = 200;
const AFTER_FAULT_MS = 3_000;

/** The people who chat while something breaks. */
export interface Crowd {
  event: SampleEvent;
  members: readonly Member[];
  leave(): void;
}

/** What is known of the messages of one scenario. */
export interface Counts {
  /** Messages that the server has acknowledged. */
  acknowledged: number;
  /** Acknowledged messages that are not in the database. */
  lost: number;
  /** Messages that are there twice, in the database or in a person's view. */
  doubled: number;
  /** By person: messages in view, of those of the chat. */
  received: ReadonlyArray<{ seen: number; due: number }>;
  /**
   * The longest time that a person waits for a message that is acknowledged; while the fault lasts
   * the wait does not count. In ms.
   */
  catchUpMs: number;
  /** From the end of the fault until the last channel is live again, in ms. */
  liveMs: number;
}

/**
 * Signs people up and opens their chats.
 * @param origin that they connect to from now on
 */
export async function gather(origin: string, databaseUrl: string): Promise<Crowd> {
  const event = await makeEvent(origin, CHATS);
  await liftMessageRate(databaseUrl);
  const members = event.chats.flatMap((chat, index) => [
    joinChat(origin, event.apiKey, `vendor ${index}`, chat, chat.vendor),
    joinChat(origin, event.apiKey, `visitor ${index}`, chat, chat.visitor),
  ]);
  return {
    event,
    members,
    leave() {
      for (const member of members) member.leave();
    },
  };
}

export function startWriting({ members }: Crowd): void {
  for (const member of members) member.write(EVERY_MS);
}

/** Waits until every person gets messages live, and each one's own are acknowledged. */
export async function untilFlowing({ members }: Crowd): Promise<void> {
  const before = members.map(({ live, acknowledged }) => ({ live, acknowledged: acknowledged.size }));
  await until('messages flow to everyone', () =>
    members.every((member, index) => {
      const then = before[index];
      return then && member.live > then.live && member.acknowledged.size > then.acknowledged;
    }),
  );
}

/** Stops writing, and waits until all that was written is acknowledged. */
export async function finishWriting({ members }: Crowd): Promise<void> {
  for (const member of members) member.write(null);
  await until('all messages are acknowledged', () => members.every(({ waiting }) => waiting === 0));
}

/** The ids that must be in view, by chat. */
export function acknowledgedByChat(members: readonly Member[]): Map<string, Set<string>> {
  const chats = new Map<string, Set<string>>();
  for (const { chat, acknowledged } of members) {
    const ids = chats.get(chat) ?? new Set();
    for (const id of acknowledged.keys()) ids.add(id);
    chats.set(chat, ids);
  }
  return chats;
}

export function hasAll({ chat, view }: Member, due: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  for (const id of due.get(chat) ?? []) if (!view.has(id)) return false;
  return true;
}

/**
 * Lets something break while everyone writes, and counts afterwards.
 * @param fault calls `healed` when the fault is over for the clients; what it does afterwards goes
 *   on while they catch up
 */
export async function countThrough(
  crowd: Crowd,
  databaseUrl: string,
  fault: (healed: () => void) => Promise<void>,
): Promise<Counts> {
  const { members } = crowd;
  startWriting(crowd);
  await untilFlowing(crowd);
  const before = acknowledgedTotal(members);
  const began = performance.now();
  let healedAt = 0;
  let recovery: Promise<unknown> | undefined;
  await fault(() => {
    healedAt = performance.now();
    recovery = until('every channel is live', () => members.every(({ isLive }) => isLive));
    recovery.catch(() => undefined); // awaited below
  });
  if (!recovery) throw new Error('the fault has no end');
  await recovery;
  await untilFlowing(crowd);
  await delay(AFTER_FAULT_MS);
  await finishWriting(crowd);
  const due = acknowledgedByChat(members);
  // What is missing after this time is counted below.
  await until('', () => members.every((member) => hasAll(member, due))).catch(() => undefined);
  const counted = await countNow(crowd, databaseUrl);
  return {
    ...counted,
    acknowledged: counted.acknowledged - before,
    catchUpMs: longestWait(members, began, healedAt),
    liveMs: Math.max(0, ...members.map(({ liveSince }) => liveSince - healedAt)),
  };
}

/** @returns the longest time from an acknowledgement, or the end of the fault, to a person's view */
export function longestWait(members: readonly Member[], began: number, healedAt: number): number {
  let longest = 0;
  for (const { chat, acknowledged } of members) {
    const readers = members.filter((reader) => reader.chat === chat);
    for (const [id, at] of acknowledged) {
      if (at < began) continue;
      for (const { view } of readers) {
        const seen = view.get(id)?.at ?? Number.POSITIVE_INFINITY;
        longest = Math.max(longest, seen - Math.max(at, healedAt));
      }
    }
  }
  return longest;
}

/** Compares what was acknowledged with what is in the database and in view. */
export async function countNow(
  { members }: Crowd,
  databaseUrl: string,
): Promise<Omit<Counts, 'catchUpMs' | 'liveMs'>> {
  const rows = await query<{ id: string; content: string }>(
    databaseUrl,
    'select id, content from public.messages',
  );
  const stored = new Set(rows.map(({ id }) => id));
  const due = acknowledgedByChat(members);
  const ids = members.flatMap(({ acknowledged }) => [...acknowledged.keys()]);
  const seenTwice = members.map(
    ({ view }) => view.size - new Set([...view.values()].map(({ content }) => content)).size,
  );
  return {
    acknowledged: ids.length,
    lost: ids.filter((id) => !stored.has(id)).length,
    doubled: rows.length - new Set(rows.map(({ content }) => content)).size + Math.max(0, ...seenTwice),
    received: members.map(({ chat, view }) => {
      const wanted = [...(due.get(chat) ?? [])];
      return { seen: wanted.filter((id) => view.has(id)).length, due: wanted.length };
    }),
  };
}

function acknowledgedTotal(members: readonly Member[]): number {
  return members.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
}

/** @returns what is wrong with the counts, in words */
export function problemsOf(
  { members }: Crowd,
  { lost, doubled, received }: Omit<Counts, 'catchUpMs' | 'liveMs'>,
): string[] {
  const problems: string[] = [];
  if (lost > 0) problems.push(`${lost} acknowledged messages are lost`);
  if (doubled > 0) problems.push(`${doubled} messages are doubled`);
  const behind = received.filter(({ seen, due }) => seen < due).length;
  if (behind > 0) problems.push(`${behind} people lack messages`);
  const refused = members.flatMap((member) => member.refused);
  if (refused.length > 0) problems.push(`${refused.length} messages were refused: ${refused[0]}`);
  return problems;
}
