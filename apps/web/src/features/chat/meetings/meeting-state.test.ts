import { expect, it } from 'vitest';
import { shownMeeting } from './meeting-state.ts';

const NOW = Date.parse('2026-11-27T09:00:00Z');
const BEFORE = '2026-11-27T08:00:00+00:00';
const AFTER = '2026-11-27T10:00:00+00:00';
const proposal = { state: 'proposed', times: [BEFORE, AFTER], starts_at: null } as const;
const shown = (meeting: object, isOwn = false, canPropose = true, hasFiles = true) =>
  shownMeeting(
    { ...proposal, times: [BEFORE, AFTER], ...meeting },
    { isOwn, canPropose, hasFiles, now: NOW },
  );

it('an open proposal is answered by the other side, for the times that are ahead', () => {
  expect(shown({})).toEqual({
    state: 'proposed',
    times: [
      { at: BEFORE, canBeAccepted: false },
      { at: AFTER, canBeAccepted: true },
    ],
    acts: ['decline', 'otherTimes'],
  });
  expect(shown({}, true)).toMatchObject({ acts: ['withdraw'], times: [{}, { canBeAccepted: false }] });
  // After a block it can still be declined.
  expect(shown({}, false, false)).toMatchObject({ acts: ['decline'], times: [{}, { canBeAccepted: false }] });
});

it('a proposal is over when its last time has passed', () => {
  expect(shown({ times: [BEFORE] })).toMatchObject({ state: 'over', acts: ['otherTimes'] });
});

it('an accepted meeting has its time alone, until it begins', () => {
  const accepted = { state: 'accepted', starts_at: AFTER };
  expect(shown(accepted)).toEqual({
    state: 'accepted',
    times: [{ at: AFTER, canBeAccepted: false }],
    acts: ['calendar', 'cancel'],
  });
  expect(shown({ ...accepted, starts_at: BEFORE }).acts).toEqual([]);
  expect(shown({ ...accepted, state: 'cancelled' }).acts).toEqual(['removeFromCalendar']);
  expect(shown(accepted, false, true, false).acts).toEqual(['cancel']);
});

it.each(['declined', 'withdrawn', 'replaced'])('nothing can be done with one that is %s', (state) => {
  expect(shown({ state })).toMatchObject({ state, acts: [] });
});
