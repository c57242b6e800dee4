import type { WorkerMessage } from '../../workers/messages.ts';
import type { AttendeeListJob, AttendeeListReading } from '../attendee-list.ts';
import { attendeesOfRows } from './attendees-of-rows.ts';
import { readRows } from './read-rows.ts';

// The process that reads one list of attendees. See read-attendee-list.ts.

process.on('disconnect', () => process.exit());
process.on('message', ({ bytes }: AttendeeListJob) => {
  void read(bytes).then((answer) => {
    send({ kind: 'answer', answer, residentBytes: process.memoryUsage().rss });
  });
});
send({ kind: 'ready' });

async function read(bytes: Uint8Array): Promise<AttendeeListReading> {
  const rows = await readRows(bytes);
  return rows.ok ? attendeesOfRows(rows) : rows;
}

function send(message: WorkerMessage<AttendeeListReading>): void {
  process.send?.(message);
}
