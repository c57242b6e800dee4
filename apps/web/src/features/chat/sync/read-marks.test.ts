import { describe, expect, it } from 'vitest';
import { isOfOtherSide } from '../model/chat.ts';
import { isRead, markToSend, newestMarks, type ReadMark, readMarkOf, withMark } from './read-marks.ts';

const T = (second: number, fraction = '') =>
  `2026-11-21T10:00:${String(second).padStart(2, '0')}${fraction}+00:00`;

function mark(profile_id: string, last_read_at: string | null, seen_at: string): ReadMark {
  return { session_id: 's', profile_id, last_read_at, seen_at };
}

describe('marks', () => {
  it('are read from live rows, and from nothing else', () => {
    expect(readMarkOf(mark('wei', null, T(1)))).toEqual(mark('wei', null, T(1)));
    expect(readMarkOf({})).toBeNull();
    expect(readMarkOf({ session_id: 's', profile_id: 'wei' })).toBeNull();
  });

  it('replace the older one of the same person, and never a newer one', () => {
    const marks = [mark('wei', T(1), T(5)), mark('vera', null, T(2))];
    expect(withMark(marks, mark('vera', T(3), T(6)))).toEqual([
      mark('wei', T(1), T(5)),
      mark('vera', T(3), T(6)),
    ]);
    expect(withMark(marks, mark('wei', null, T(4)))).toBe(marks);
  });

  it('of the other side are to the visitor those of all at the booth, and to the booth the visitor’s', () => {
    const marks = [
      mark('owner', T(1), T(9)),
      mark('member', T(3), T(4)),
      mark('absent', null, T(2)),
      mark('visitor', T(8), T(8)),
    ];
    const seenBy = (myId: string, visitorId: string | null) =>
      newestMarks(marks, (profileId) => isOfOtherSide(profileId, myId, visitorId));
    expect(seenBy('visitor', 'visitor')).toEqual({ lastReadAt: T(3), seenAt: T(9) });
    expect(seenBy('owner', 'visitor')).toEqual({ lastReadAt: T(8), seenAt: T(8) });
    expect(seenBy('member', 'visitor')).toEqual({ lastReadAt: T(8), seenAt: T(8) });
    expect(seenBy('owner', null)).toEqual({ lastReadAt: null, seenAt: null });
  });

  it('tell to the microsecond what has been read', () => {
    expect(isRead({ created_at: T(1, '.000002') }, T(1, '.000002'))).toBe(true);
    expect(isRead({ created_at: T(1, '.000003') }, T(1, '.000002'))).toBe(false);
    expect(isRead({ created_at: T(1) }, null)).toBe(false);
  });
});

describe('what is sent', () => {
  it('is the newest message, when the server does not know yet that it was read', () => {
    expect(markToSend(T(9), undefined, null)).toBe(T(9));
    expect(markToSend(T(9), mark('vera', T(8), T(8)), null)).toBe(T(9));
    expect(markToSend(T(9), mark('vera', T(9), T(9)), null)).toBeUndefined();
  });

  it('in an empty chat is that one has looked, once, and again when the visitor comes', () => {
    expect(markToSend(null, undefined, null)).toBeNull();
    expect(markToSend(null, mark('vera', null, T(5)), null)).toBeUndefined();
    expect(markToSend(null, mark('vera', null, T(5)), T(6))).toBeNull();
    expect(markToSend(null, mark('vera', null, T(7)), T(6))).toBeUndefined();
  });
});
