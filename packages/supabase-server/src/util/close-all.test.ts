import { expect, it } from 'vitest';
import { closeAll } from './close-all.ts';

it('closes in order, also behind one that fails, and tells the first failure', async () => {
  const closed: string[] = [];
  const closer = (name: string, error?: Error) => async () => {
    closed.push(name);
    if (error) throw error;
  };
  const first = new Error('the socket is gone');
  await expect(
    closeAll([closer('sockets', first), closer('pool', new Error('no answer')), closer('database')]),
  ).rejects.toBe(first);
  expect(closed).toEqual(['sockets', 'pool', 'database']);
  await expect(closeAll([closer('certificate')])).resolves.toBeUndefined();
});
