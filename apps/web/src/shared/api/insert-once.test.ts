import { expect, it, vi } from 'vitest';
import { insertOnce } from './insert-once.ts';

const ROW = { id: 'first' };
const refusedWith = async (code: string) => ({ data: null, error: { code } });

it('returns the row that was added, and looks for no other', async () => {
  const find = vi.fn();
  expect(await insertOnce(Promise.resolve({ data: ROW, error: null }), find)).toBe(ROW);
  expect(find).not.toHaveBeenCalled();
});

it.each(['23505', 'PT409', 'PT413', 'PT429'])('counts the row of an earlier attempt (%s)', async (code) => {
  expect(await insertOnce(refusedWith(code), async () => ({ data: ROW }))).toBe(ROW);
  await expect(insertOnce(refusedWith(code), async () => ({ data: null }))).rejects.toEqual({ code });
});

it('is refused for another reason without a look', async () => {
  const find = vi.fn();
  await expect(insertOnce(refusedWith('42501'), find)).rejects.toEqual({ code: '42501' });
  expect(find).not.toHaveBeenCalled();
});

it('fails where it cannot look', async () => {
  const failure = new Error('Failed to fetch');
  await expect(insertOnce(refusedWith('23505'), () => Promise.reject(failure))).rejects.toBe(failure);
});
