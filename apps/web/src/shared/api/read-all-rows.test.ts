import { expect, test } from 'vitest';
import { readAllRows } from './read-all-rows.ts';

/** A table on a server that returns at most `limit` rows at a time. */
function server(total: number, limit: number) {
  const requests: Array<[number, number]> = [];
  const readPage = async (from: number, to: number) => {
    requests.push([from, to]);
    const length = Math.max(0, Math.min(to + 1, from + limit, total) - from);
    return { data: Array.from({ length }, (_, i) => from + i), count: total };
  };
  return { requests, readPage };
}

test.each([
  [0, 1000, 1],
  [1, 1000, 1],
  [1000, 1000, 1],
  [2345, 1000, 3],
  [2345, 500, 5],
])('%i rows from a server that gives %i at a time take %i requests', async (total, limit, requests) => {
  const table = server(total, limit);
  expect(await readAllRows(table.readPage)).toEqual(Array.from({ length: total }, (_, i) => i));
  expect(table.requests).toHaveLength(requests);
});

test('a list that shrinks meanwhile ends', async () => {
  const pages = [
    { data: [1], count: 3 },
    { data: [2], count: 3 },
    { data: [], count: 2 },
  ].values();
  expect(await readAllRows(async () => pages.next().value ?? { data: [], count: 0 })).toEqual([1, 2]);
});

test('rows that are too large for one answer come in smaller pages', async () => {
  const table = server(2345, 1000);
  const rows = await readAllRows((from, to) =>
    to - from >= 300
      ? Promise.reject(Object.assign(new Error('The answer is larger than …'), { code: 'PT413' }))
      : table.readPage(from, to),
  );
  expect(rows).toEqual(Array.from({ length: 2345 }, (_, i) => i));
});

test('a single row that is too large fails the list', async () => {
  const tooLarge = Object.assign(new Error('The answer is larger than …'), { code: 'PT413' });
  await expect(readAllRows(() => Promise.reject(tooLarge))).rejects.toBe(tooLarge);
});

test('a page that fails fails the list', async () => {
  const table = server(3000, 1000);
  const read = readAllRows((from, to) =>
    from === 0 ? table.readPage(from, to) : Promise.reject(new Error('gone')),
  );
  await expect(read).rejects.toThrow('gone');
});
