import { answerJobs } from '../../workers/messages.ts';
import type { AttendeeListJob, AttendeeListReading } from '../attendee-list.ts';
import { attendeesOfRows } from './attendees-of-rows.ts';
import { readRows } from './read-rows.ts';

// The process that reads one list of attendees. See read-attendee-list.ts.

answerJobs<AttendeeListJob, AttendeeListReading>(async ({ bytes }) => {
  const rows = await readRows(bytes);
  return rows.ok ? attendeesOfRows(rows) : rows;
});
