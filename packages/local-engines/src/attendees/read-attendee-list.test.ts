import { expect, it } from 'vitest';
import { readAttendeeList } from './read-attendee-list.ts';

it('reads 20,000 attendees in a process of its own', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, i) => `B-${i},Person ${i},Company ${i % 700},p${i}@fair.example`,
  );
  const csv = Buffer.from(`Badge,Name,Company,Email\n${rows.join('\n')}\n`);
  const reading = await readAttendeeList(csv);
  expect(reading).toMatchObject({ ok: true, count: 20_000, broken: { count: 0, first: [] } });
  expect(reading.ok && reading.batches.length).toBe(4);
});
