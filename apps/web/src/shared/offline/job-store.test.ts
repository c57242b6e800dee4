import { expect, it } from 'vitest';
import { allJobs, type JobStore, memoryJobStore, NoDatabaseError, storeWithMemory } from './job-store.ts';

const job = (id: string, data: unknown = id) => ({ ownerId: 'me', id, data });

/** A durable store that a test can break. */
function setUp() {
  const durable = memoryJobStore();
  let failure: Error | null = null;
  const check = async () => {
    if (failure) throw failure;
  };
  const breakable: JobStore = {
    ids: (ownerId) => check().then(() => durable.ids(ownerId)),
    get: (ownerId, id) => check().then(() => durable.get(ownerId, id)),
    add: (added) => check().then(() => durable.add(added)),
    update: (changed) => check().then(() => durable.update(changed)),
    remove: (ownerId, id) => check().then(() => durable.remove(ownerId, id)),
    removeWhere: (matches) => check().then(() => durable.removeWhere(matches)),
  };
  const store = storeWithMemory(breakable);
  const kept = async () => (await allJobs(store, 'me')).map(({ data }) => data);
  const setBroken = (isBroken: boolean) => {
    failure = isBroken ? new Error('QuotaExceededError') : null;
  };
  const setMissing = () => {
    failure = new NoDatabaseError();
  };
  return { durable, store, kept, setBroken, setMissing };
}

it('goes on in memory behind what was kept earlier, and durably when that is possible again', async () => {
  const { durable, store, kept, setBroken } = setUp();
  await store.add(job('a'));
  setBroken(true);
  await store.add(job('b'));
  await store.add(job('c'));
  setBroken(false);
  expect(await kept()).toEqual(['a', 'b', 'c']);
  await store.add(job('b'));
  expect((await allJobs(durable, 'me')).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(await allJobs(store, 'another')).toEqual([]);
});

it('does not pass off a part of the jobs as all of them when what was kept cannot be read', async () => {
  const { store, kept, setBroken } = setUp();
  await store.add(job('a'));
  await store.add(job('b'));
  setBroken(true);
  await store.add(job('c'));
  await store.remove('me', 'b');
  await expect(kept()).rejects.toThrow();
  // Memory knows of these two.
  expect(await store.get('me', 'c')).not.toBeNull();
  expect(await store.get('me', 'b')).toBeNull();
  await expect(store.get('me', 'a')).rejects.toThrow();
  setBroken(false);
  expect(await store.get('me', 'a')).not.toBeNull();
  expect(await store.get('another', 'a')).toBeNull();
  expect(await kept()).toEqual(['a', 'c']);
});

it('does not call a database empty that is open and fails at its first read', async () => {
  const { store, kept, setBroken } = setUp();
  setBroken(true);
  await store.add(job('a'));
  await expect(kept()).rejects.toThrow('QuotaExceededError');
  expect(await store.get('me', 'a')).not.toBeNull();
});

it('is memory alone where no database opens', async () => {
  const { store, kept, setMissing } = setUp();
  setMissing();
  expect(await kept()).toEqual([]);
  await store.add(job('a'));
  await store.add(job('b'));
  await store.remove('me', 'b');
  expect(await kept()).toEqual(['a']);
  expect(await store.get('me', 'a')).not.toBeNull();
  expect(await store.get('me', 'b')).toBeNull();
  expect(await store.get('me', 'c')).toBeNull();
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
  setBroken(false);
  expect(await kept()).toEqual(['changed']);
  setBroken(true);
  await store.remove('me', 'b');
  await store.update(job('b'));
  setBroken(false);
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
  expect(await allJobs(store, 'another')).toEqual([]);
});
