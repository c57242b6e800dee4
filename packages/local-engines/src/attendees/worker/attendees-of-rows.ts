import { BADGE_ID_LIMIT } from '@dragoman/domain/cards/badge-id';
import { EMAIL_ADDRESS } from '@dragoman/domain/email-address';
import { PROFILE_FIELD_LIMITS } from '@dragoman/domain/profile-forms';
import { characterCount, storableText } from '@dragoman/domain/text';
import {
  ATTENDEE_LIST_ROWS,
  type Attendee,
  type AttendeeListReading,
  type BrokenRow,
  type BrokenRowReason,
} from '../attendee-list.ts';
import { type AttendeeColumn, attendeeColumns } from './attendee-columns.ts';
import type { Rows } from './read-rows.ts';

/** Broken rows that are listed; all are counted. */
const LISTED_BROKEN_ROWS = 100;
/** Attendees in one statement. */
const BATCH = 5000;

const LIMITS: Record<keyof Attendee, number> = {
  badge: BADGE_ID_LIMIT,
  name: PROFILE_FIELD_LIMITS.title,
  company: PROFILE_FIELD_LIMITS.title,
  designation: PROFILE_FIELD_LIMITS.title,
  email: PROFILE_FIELD_LIMITS.email,
  phone: PROFILE_FIELD_LIMITS.contact,
};

/**
 * Makes attendees of the rows below the header. Good rows are kept whatever the others have: a
 * list of 20,000 people is never without mistakes.
 */
export function attendeesOfRows({ rows, fixedWidth, misquoted }: Omit<Rows, 'ok'>): AttendeeListReading {
  const headerAt = rows.findIndex((row) => !isBlankRow(row));
  const header = trimmedEnd(rows[headerAt] ?? []);
  const columns = attendeeColumns(header);
  if (columns.badge === undefined) return { ok: false, fault: 'no_id_column' };
  if ((columns.name ?? columns.given ?? columns.family) === undefined) {
    return { ok: false, fault: 'no_name_column' };
  }

  const attendees = new Map<string, Attendee>();
  const first: BrokenRow[] = [];
  let broken = 0;
  let read = 0;
  for (const [place, row] of rows.entries()) {
    if (place <= headerAt || isBlankRow(row)) continue;
    read += 1;
    if (read > ATTENDEE_LIST_ROWS) return { ok: false, fault: 'too_many_rows' };
    const result = misquoted.has(place) ? 'quotes' : attendeeOf(row, header.length, columns, fixedWidth);
    const reason = typeof result !== 'string' && attendees.has(result.badge) ? 'duplicate_id' : result;
    if (typeof reason !== 'string') {
      attendees.set(reason.badge, reason);
      continue;
    }
    broken += 1;
    if (first.length < LISTED_BROKEN_ROWS) first.push({ row: place + 1, reason });
  }
  if (attendees.size === 0) return { ok: false, fault: 'no_attendees' };
  return {
    ok: true,
    count: attendees.size,
    batches: inBatches([...attendees.values()]),
    broken: { count: broken, first },
  };
}

function attendeeOf(
  row: readonly string[],
  width: number,
  columns: Partial<Record<AttendeeColumn, number>>,
  fixedWidth: boolean,
): Attendee | BrokenRowReason {
  if (trimmedEnd(row).length > width || (fixedWidth && row.length < width)) return 'columns';
  const value = (column: AttendeeColumn) => {
    const text = storableText(row[columns[column] ?? -1] ?? '');
    return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  };
  const email = value('email');
  const attendee = {
    badge: value('badge'),
    name: value('name') || fullName(value('given'), value('family')),
    company: value('company') || null,
    designation: value('designation') || null,
    // The form of a card takes no other.
    email: EMAIL_ADDRESS.test(email) ? email : null,
    phone: value('phone') || null,
  };
  if (attendee.badge === '') return 'no_id';
  if (attendee.name === '') return 'no_name';
  const isTooLong = Object.entries(LIMITS).some(
    ([field, limit]) => characterCount(attendee[field as keyof Attendee] ?? '') > limit,
  );
  return isTooLong ? 'too_long' : attendee;
}

/** Chinese names begin with the family name and have no space. */
function fullName(given: string, family: string): string {
  return /^\p{Script=Han}+$/u.test(given + family) ? family + given : `${given} ${family}`.trim();
}

function isBlankRow(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}

function trimmedEnd(row: readonly string[]): readonly string[] {
  let length = row.length;
  while (length > 0 && row[length - 1]?.trim() === '') length -= 1;
  return row.slice(0, length);
}

function inBatches(attendees: readonly Attendee[]): string[] {
  const batches: string[] = [];
  for (let at = 0; at < attendees.length; at += BATCH) {
    batches.push(JSON.stringify(attendees.slice(at, at + BATCH)));
  }
  return batches;
}
