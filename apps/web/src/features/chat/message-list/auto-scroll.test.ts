import { describe, expect, it } from 'vitest';
import {
  arrivalSince,
  countMissed,
  distanceFromBottom,
  endOf,
  follow,
  isRestOfScroll,
  openingPosition,
} from './auto-scroll.ts';

it('measures the distance from the bottom', () => {
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 600 })).toBe(0);
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 499.5 })).toBe(100.5);
  // A list that bounces past its end.
  expect(distanceFromBottom({ scrollHeight: 1000, clientHeight: 400, scrollTop: 640 })).toBe(0);
});

it.each([
  [0, null, { kind: 'now' }],
  [100, 4_000, { kind: 'now' }],
  [0, 4_001, { kind: 'later', afterMs: 1 }],
  [100, 5_000, { kind: 'later', afterMs: 1_000 }],
  [100.5, null, { kind: 'stay' }],
  [9_000, 4_999, { kind: 'stay' }],
] as const)('%d px from the end, last scrolled at %s: %o', (distance, lastManualScroll, expected) => {
  expect(follow({ distance, lastManualScroll }, 5_000)).toEqual(expected);
});

it.each([
  // Farther up than its end shows: below 72 px of what it answers.
  { rowTop: 500, end: 900, opensAt: 428 },
  { rowTop: 64, end: 900, opensAt: 0 },
  // The end shows all of it.
  { rowTop: 500, end: 500, opensAt: 500 },
  { rowTop: 64, end: 40, opensAt: 40 },
  { rowTop: 64, end: 0, opensAt: 0 },
  { rowTop: 500, end: 501, opensAt: 428 },
])(
  'with what is unread from $rowTop px on, and the end at $end px, a chat opens at $opensAt px',
  ({ rowTop, end, opensAt }) => {
    expect(openingPosition(rowTop, end)).toBe(opensAt);
  },
);

const rows = ['you 1', 'me 2', 'you 3', 'me 4', 'you 5'].map((word) => {
  const [sender_id = '', id = ''] = word.split(' ');
  return { message: { id, sender_id } };
});

it('counts what others wrote from the first missed message on', () => {
  expect(countMissed(rows, '3', 'me')).toBe(2);
  expect(countMissed(rows, '1', 'me')).toBe(3);
  expect(countMissed(rows, null, 'me')).toBe(0);
  expect(countMissed(rows, 'gone', 'me')).toBe(0);
});

describe('what has come at the end of the list', () => {
  const list = (...words: string[]) =>
    words.map((word) => {
      const [sender_id = '', id = '', delivery = 'sent'] = word.split(' ');
      return { message: { id, sender_id }, delivery };
    });
  const before = list('you 1', 'me 2');

  it('is a message of others, or several', () => {
    const known = endOf(before);
    expect(arrivalSince(list('you 1', 'me 2', 'you 3', 'you 4'), known, 'me')).toEqual({
      kind: 'others',
      first: '3',
    });
    expect(arrivalSince(before, known, 'me')).toBeNull();
    // A page of history comes before the loaded messages.
    expect(arrivalSince(list('you 0', 'you 1', 'me 2'), known, 'me')).toBeNull();
    expect(arrivalSince(list('me 2'), endOf(list('me 2')), 'me')).toBeNull();
  });

  it.each(['waiting', 'failed'])('is seen while a message of one’s own is %s', (delivery) => {
    const own = list('you 1', 'me 2', `me 9 ${delivery}`);
    const more = list('you 1', 'me 2', 'you 3', `me 9 ${delivery}`);
    expect(arrivalSince(own, endOf(before), 'me')).toEqual({ kind: 'own' });
    expect(arrivalSince(more, endOf(own), 'me')).toEqual({ kind: 'others', first: '3' });
    expect(arrivalSince(list('you 1', 'me 2', 'you 3', 'me 9'), endOf(more), 'me')).toBeNull();
    // After messages that came before it was sent; either way none is new.
    expect(arrivalSince(list('you 1', 'me 2', 'me 9', 'you 3'), endOf(more), 'me')).toBeNull();
  });

  it('is the first message of others where there were none', () => {
    const own = list('me 9 waiting');
    expect(arrivalSince(own, endOf([]), 'me')).toEqual({ kind: 'opened' });
    expect(arrivalSince(list('you 1', 'me 9 waiting'), endOf(own), 'me')).toEqual({
      kind: 'others',
      first: '1',
    });
    expect(arrivalSince([], endOf(own), 'me')).toBeNull();
  });
});

describe('a smooth scroll that a jump to the end overtakes', () => {
  it.each([
    ['goes on right after the jump', 1_000, 900, 1_016, true],
    ['goes on, and the reader never touched the list before', 1_000, null, 1_016, true],
    ['is a new one after new input', 1_000, 1_010, 1_016, false],
    ['has ended a second later', 1_000, 900, 2_000, false],
  ])('%s', (_what, wentToBottom, lastInput, now, expected) => {
    expect(isRestOfScroll(wentToBottom, lastInput, now)).toBe(expected);
  });
});
