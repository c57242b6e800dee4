import { randomUUID } from 'node:crypto';
import type { Person } from '../harness.ts';

/** What a refused call says. */
export interface Refusal {
  code: string;
  details: string;
}

/** A row of `meetings`, as far as the tests look. */
export interface MeetingRow {
  id: string;
  message_id: string;
  times: string[];
  minutes: number;
  place: string;
  note: string;
  state: string;
  starts_at: string | null;
}

const HOUR_MS = 3_600_000;

/** Equal calls give equal times, also when an hour begins meanwhile. */
const BEGUN_AT = Date.now();

/** @returns a full hour that is so many hours ahead, in ISO 8601 */
export function inHours(hours: number): string {
  return new Date(Math.ceil(BEGUN_AT / HOUR_MS + hours) * HOUR_MS).toISOString();
}

/** @param more arguments that differ from an ordinary proposal */
export async function propose(
  person: Person,
  chat: string,
  more: object = {},
): Promise<{ meeting: MeetingRow | null; refusal: Refusal | null }> {
  const { data, error } = await person.client.rpc('propose_meeting', {
    id: randomUUID(),
    session_id: chat,
    times: [inHours(2), inHours(4)],
    minutes: 30,
    place: 'Lamps Ltd, Hall 4',
    time_zone: 'Europe/Berlin',
    ...more,
  });
  return { meeting: data, refusal: error && { code: error.code, details: error.details } };
}

/** @returns the proposed meeting @throws {Error} when it was refused */
export async function proposed(person: Person, chat: string, more: object = {}): Promise<MeetingRow> {
  const { meeting, refusal } = await propose(person, chat, more);
  if (!meeting) throw new Error(JSON.stringify(refusal));
  return meeting;
}

export async function settle(
  person: Person,
  meeting: MeetingRow,
  act: 'accept' | 'decline' | 'withdraw' | 'cancel',
  startsAt: string | undefined = meeting.times[0],
): Promise<{ meeting: MeetingRow | null; refusal: Refusal | null }> {
  const { data, error } = await person.client.rpc('settle_meeting', {
    meeting_id: meeting.id,
    act,
    ...(act === 'accept' && { starts_at: startsAt, time_zone: 'Asia/Shanghai' }),
  });
  return { meeting: data, refusal: error && { code: error.code, details: error.details } };
}
