import { expect, it } from 'vitest';
import { type JobStore, memoryJobStore, storeWithMemory } from './job-store.ts';

const job = (id: string, data: unknown = id) => ({ ownerId: 'me', id, data });

/** A durable store that a test can break. */
function setUp() {
  const durable = memoryJobStore();
  let isBroken = false;
  const check = async () => {
    if (isBroken) throw new Error('QuotaExceededError');
  };
  const breakable: JobStore = {
    all: (ownerId) => check().then(() => durable.all(ownerId)),
    add: (added) => check().then(() => durable.add(added)),
    update: (changed) => check().then(() => durable.update(changed)),
    remove: (ownerId, id) => check().then(() => durable.remove(ownerId, id)),
    removeWhere: (matches) => check().then(() => durable.removeWhere(matches)),
  };
  const store = storeWithMemory(breakable);
  const kept = async () => (await store.all('me')).map(({ data }) => data);
  return { durable, store, kept, setBroken: (value: boolean) => (isBroken = value) };
}

it('goes on in memory behind what was kept earlier, and durably when that is possible again', async () => {
  const { durable, store, kept, setBroken } = setUp();
  await store.add(job('a'));
  setBroken(true);
  await store.add(job('b'));
  await store.add(job('c'));
  expect(await kept()).toEqual(['b', 'c']);
  setBroken(false);
  expect(await kept()).toEqual(['a', 'b', 'c']);
  await store.add(job('b'));
  expect((await durable.all('me')).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await store.all('another')).toEqual([]);
});

it('shows what it could not change or remove as it should be', async () => {
  const { store, kept, setBroken } = setUp();
  await store.add(job('a'));
  await store.add(job('b'));
  await store.add(job('c'));
  setBroken(true);
  await store.update(job('a', 'changed'));
  await store.remove('me', 'b');
  setBroken(false);
  expect(await kept()).toEqual(['changed', 'c']);
});

it('changes nothing that is gone, in memory neither', async () => {
  const { store, kept, setBroken } = setUp();
  await store.update(job('a'));
  expect(await kept()).toEqual([]);
  setBroken(true);
  await store.add(job('b'));
  await store.update(job('b', 'changed'));
  expect(await kept()).toEqual(['changed']);
  await store.remove('me', 'b');
  await store.update(job('b'));
  expect(await kept()).toEqual([]);
});

it('removes by what a job is, of every owner', async () => {
  const { store, kept, setBroken } = setUp();
  await store.add(job('a', 'sound'));
  await store.add({ ...job('b', 'sound'), ownerId: 'another' });
  setBroken(true);
  await store.add(job('c', 'sound'));
  await store.add(job('d', 'text'));
  setBroken(false);
  await store.removeWhere(({ data }) => data === 'sound');
  expect(await kept()).toEqual(['text']);
  expect(await store.all('another')).toEqual([]);
});
