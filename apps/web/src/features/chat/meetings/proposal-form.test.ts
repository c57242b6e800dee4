import { expect, it } from 'vitest';
import { checkTimes, firstTime, withOneMore } from './proposal-form.ts';

const NOW = Date.parse('2026-10-24T15:40:00Z');
const draft = (date: string, time: string) => ({ key: 0, date, time });

it('each time has its problem', () => {
  const drafts = [
    draft('2026-11-27', '09:30'),
    draft('2026-11-27', '09:30'),
    draft('2026-10-24', '17:39'),
    draft('2027-10-26', '09:30'),
    draft('2027-03-28', '02:30'),
    draft('', '09:30'),
  ];
  expect(checkTimes(drafts, 'Europe/Berlin', NOW).map(({ at, problem }) => problem ?? at)).toEqual([
    '2026-11-27T08:30:00.000Z',
    'same',
    'past',
    'tooFar',
    'skipped',
    'invalid',
  ]);
});

it('a time that comes twice is the first one', () => {
  expect(checkTimes([draft('2026-10-25', '02:30')], 'Europe/Berlin', NOW)).toEqual([
    { at: '2026-10-25T00:30:00.000Z', problem: null, twice: true },
  ]);
});

it('the form begins with the next full hour that is half an hour ahead', () => {
  expect(firstTime('Europe/Berlin', NOW)).toEqual({ key: 0, date: '2026-10-24', time: '19:00' });
  expect(firstTime('Asia/Kathmandu', NOW)).toMatchObject({ date: '2026-10-24', time: '22:45' });
});

it('one more time is an hour after the last, across midnight, up to three', () => {
  const two = withOneMore([draft('2026-10-24', '23:30')], 'Europe/Berlin', NOW);
  expect(two[1]).toEqual({ key: 1, date: '2026-10-25', time: '00:30' });
  const three = withOneMore([draft('2026-10-24', ''), ...two.slice(1)], 'Europe/Berlin', NOW);
  expect(three).toHaveLength(3);
  expect(withOneMore(three, 'Europe/Berlin', NOW)).toEqual(three);
});
