import { expect, test } from 'vitest';
import { type MessageReaction, reactionOf, readReaction, withReaction } from './reactions.ts';

const row = (profile_id: string, reaction: MessageReaction['reaction'], second: number): MessageReaction => ({
  message_id: 'm1',
  profile_id,
  reaction,
  changed_at: `2026-11-25T10:00:0${second}.000000+00:00`,
});

test('each person has one reaction, and the latest counts', () => {
  const one = withReaction(new Map(), row('vera', 'like', 1));
  const both = withReaction(one, row('wei', 'love', 2));
  const changed = withReaction(both, row('vera', 'done', 3));
  expect(reactionOf(changed.get('m1'), 'vera')).toBe('done');
  expect(reactionOf(changed.get('m1'), 'wei')).toBe('love');
  // A late answer to an earlier press.
  expect(withReaction(changed, row('vera', 'like', 2))).toBe(changed);
  expect(reactionOf(withReaction(changed, row('vera', null, 4)).get('m1'), 'vera')).toBeNull();
  expect(reactionOf(undefined, 'vera')).toBeNull();
});

test('a live change is read with care', () => {
  const full = { ...row('vera', 'like', 1), session_id: 's1' };
  expect(readReaction(full)).toEqual(row('vera', 'like', 1));
  expect(readReaction({ ...full, reaction: '<b>' })).toEqual(row('vera', null, 1));
  for (const broken of [null, {}, { ...full, message_id: 7 }, { ...full, changed_at: 'soon' }]) {
    expect(readReaction(broken)).toBeNull();
  }
});
