import { expect, it } from 'vitest';
import type { ScannedCard } from '@/shared/api/database-types.ts';
import { applyChange } from './cards.ts';

const card = (id: string, minute: number, updated = minute) =>
  ({
    id,
    created_at: `2026-05-17T08:0${minute}:00+00:00`,
    updated_at: `2026-05-17T08:0${updated}:00+00:00`,
  }) as ScannedCard;
const BOX = [card('c', 3), card('b', 2), card('a', 1)];
const ids = (cards: ScannedCard[] | null) => cards?.map(({ id }) => id);
const insert = (row: object) => ({ eventType: 'INSERT', new: row, old: {} });
const update = (row: object) => ({ eventType: 'UPDATE', new: row, old: {} });
const remove = (old: object) => ({ eventType: 'DELETE', new: {}, old });

it('shows a new card where its time belongs', () => {
  expect(ids(applyChange(BOX, insert(card('d', 4))))).toEqual(['d', 'c', 'b', 'a']);
  expect(ids(applyChange(BOX, insert({ ...card('x', 1), created_at: '2026-05-17T08:01:30+00:00' })))).toEqual(
    ['c', 'b', 'x', 'a'],
  );
  expect(ids(applyChange(BOX, insert(card('old', 0))))).toEqual(['c', 'b', 'a', 'old']);
  expect(ids(applyChange([], insert(card('a', 1))))).toEqual(['a']);
});

it('changes a card in its place, and never back', () => {
  const changed = { ...card('b', 2, 5), name: 'Ada' };
  const after = applyChange(BOX, update(changed)) ?? [];
  expect(after).toEqual([BOX[0], changed, BOX[2]]);
  expect(applyChange(after, update(card('b', 2, 4)))).toBe(after);
});

it('takes a deleted card out, and leaves the rest', () => {
  expect(ids(applyChange(BOX, remove({ id: 'b' })))).toEqual(['c', 'a']);
  expect(ids(applyChange(BOX, remove({ id: 'unknown' })))).toEqual(['c', 'b', 'a']);
});

it('does not guess where the server has left out the row', () => {
  expect(applyChange(BOX, { ...update(card('b', 2)), errors: ['Error 413: Payload Too Large'] })).toBeNull();
  expect(applyChange(BOX, remove({}))).toBeNull();
  expect(applyChange(BOX, insert({}))).toBeNull();
});
