import {
  ATTENDEE_LIST_BYTES,
  ATTENDEE_LIST_ROWS,
  type AttendeeListFault,
} from '@dragoman/local-engines/attendees/attendee-list';
import { readAttendeeList } from '@dragoman/local-engines/attendees/read-attendee-list';
import { BodyTooLargeError, readBytes } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { createWorkQueue } from '@dragoman/supabase-server/util/work-queue';
import type { Handler } from 'hono';
import { listedAttendees, removeAttendees, replaceAttendees } from '../data/attendees.ts';
import type { EventAdminDeps } from '../deps.ts';
import { EventAdminError } from '../errors.ts';

/** GET /attendees: how many people the list has and since when; null without a list. */
export function getAttendeesRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => c.json({ list: await listedAttendees(db) });
}

/**
 * PUT /attendees: the file itself as the body, CSV or XLSX (docs/adr/0084). It replaces the list.
 * @returns the new list, and the rows that it left out
 */
export function uploadAttendeesRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  // A process for each: one at a time is enough for a few administrators.
  const turns = createWorkQueue({ parallel: 1, waiting: 2 });
  return async (c) => {
    const bytes = await readBytes(c, ATTENDEE_LIST_BYTES).catch((error: unknown) => {
      throw error instanceof BodyTooLargeError ? tooLarge() : error;
    });
    const reading = await turns.run(() => readAttendeeList(bytes));
    if (!reading.ok) throw refusalOf(reading.fault, reading.row);
    await replaceAttendees(db, reading.batches);
    return c.json({ list: await listedAttendees(db), broken: reading.broken });
  };
}

/** DELETE /attendees: the list goes, for the protection of the people on it. */
export function removeAttendeesRoute({ db }: EventAdminDeps): Handler<ServerEnv> {
  return async (c) => {
    await removeAttendees(db);
    return c.body(null, 204);
  };
}

const MESSAGES: Record<AttendeeListFault, string> = {
  unreadable: 'The file is neither CSV nor an XLSX workbook, or it is damaged',
  unpacked_too_large: 'The workbook is too large once it is unpacked',
  too_many_rows: `The list has more than ${ATTENDEE_LIST_ROWS} rows`,
  no_id_column: 'No column of the first row is named as the id of a badge, such as "Badge ID"',
  no_name_column: 'No column of the first row is named as a name, such as "Name"',
  unclosed_quotes: 'A quotation mark is opened and never closed',
  no_attendees: 'No row has both an id and a name',
};

function refusalOf(code: AttendeeListFault, row?: number): EventAdminError {
  const message = MESSAGES[code];
  const path = row === undefined ? 'file' : `row.${row}`;
  return new EventAdminError(422, 'bad_list', message, { problems: [{ path, code, message }] });
}

function tooLarge(): EventAdminError {
  return new EventAdminError(
    413,
    'too_large',
    `The file is larger than ${ATTENDEE_LIST_BYTES / 1024 / 1024} MB`,
  );
}
