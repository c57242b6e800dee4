import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createJobQueue } from '@/shared/offline/job-queue.ts';
import { allJobs, memoryJobStore } from '@/shared/offline/job-store.ts';
import { createExportOutbox, ExportNotRecorded, type ExportRecord } from './export-outbox.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000 }));
afterEach(() => vi.useRealTimers());

const cards = (id: string): ExportRecord => ({
  table: 'data_exports',
  line: { id, owner_id: 'me', kind: 'cards', format: 'csv', items: 3 },
});

/** A device, and a server with configurable responses. */
function setUp({ store = memoryJobStore() } = {}) {
  const world = {
    answer: 'recorded' as 'recorded' | 'again' | 'unreachable' | 'refused',
    online: true,
    full: false,
    /** The records that the server received: id and time. */
    sent: [] as [string, number | null][],
  };
  const outbox = createExportOutbox({
    start: (definition) =>
      createJobQueue(definition, {
        ownerId: 'me',
        store: {
          ...store,
          add: (job) => (world.full ? Promise.reject(new Error('no room')) : store.add(job)),
        },
        exclusively: (work) => work(),
        onStored: () => {},
      }),
    online: () => world.online,
    send: async ({ line }, exportedAt) => {
      world.sent.push([line.id, exportedAt]);
      return world.answer;
    },
    onRecorded: () => {},
  });
  const kept = async () => (await allJobs(store, 'me')).map(({ id }) => id);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { world, outbox, store, kept, settle };
}

it('records an export at once, by the server’s clock', async () => {
  const { world, outbox, kept } = setUp();
  expect(await outbox.record(cards('a'))).toBe('recorded');
  expect(world.sent).toEqual([['a', null]]);
  expect(await kept()).toEqual([]);
});

it('keeps what a missing network holds up, and sends it with its own time once the server is there', async () => {
  const { world, outbox, kept, settle } = setUp();
  world.online = false;
  expect(await outbox.record(cards('a'))).toBe('waiting');
  vi.setSystemTime(2_000);
  expect(await outbox.record(cards('b'))).toBe('waiting');
  expect(outbox.get().map(({ id, exportedAt }) => [id, exportedAt])).toEqual([
    ['b', 2_000],
    ['a', 1_000],
  ]);
  await settle();
  expect(world.sent).toEqual([]);
  world.online = true;
  outbox.wake();
  await settle();
  expect(world.sent).toEqual([
    ['a', 1_000],
    ['b', 2_000],
  ]);
  expect([await kept(), outbox.get()]).toEqual([[], []]);
});

it('hands it to the outbox when the server goes away between two words', async () => {
  const { world, outbox, kept } = setUp();
  world.answer = 'unreachable';
  expect(await outbox.record(cards('a'))).toBe('waiting');
  expect(world.sent[0]).toEqual(['a', null]);
  expect(await kept()).toEqual(['a']);
});

it('goes on after a reload, with what is its owner’s', async () => {
  const first = setUp();
  first.world.online = false;
  await first.outbox.record(cards('a'));
  const others = { ...cards('b'), id: 'b', ownerId: 'another', exportedAt: 1 };
  await first.store.add({ ownerId: 'another', id: 'b', data: others });
  first.outbox.stop();
  const { world, outbox, settle } = setUp({ store: first.store });
  await outbox.reload();
  outbox.wake();
  await settle();
  expect(world.sent).toEqual([['a', 1_000]]);
  expect([await first.kept(), await allJobs(first.store, 'another')]).toEqual([[], [expect.anything()]]);
});

it('gives no file out when the server says no, nor when the record can be kept nowhere', async () => {
  const { world, outbox, kept } = setUp();
  world.answer = 'refused';
  await expect(outbox.record(cards('a'))).rejects.toThrow(ExportNotRecorded);
  world.answer = 'unreachable';
  world.full = true;
  await expect(outbox.record(cards('b'))).rejects.toThrow(ExportNotRecorded);
  expect([await kept(), outbox.get()]).toEqual([[], []]);
});

it('comes again when it is asked to, and takes a server that never has time for a refusal', async () => {
  const { world, outbox, settle } = setUp();
  world.answer = 'again';
  const recorded = outbox.record(cards('a'));
  await settle();
  world.answer = 'recorded';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await recorded).toBe('recorded');

  world.answer = 'again';
  const refused = expect(outbox.record(cards('b'))).rejects.toThrow(ExportNotRecorded);
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
  await refused;
});

it('gives no file out once the outbox has ended without a server', async () => {
  const { world, outbox, kept } = setUp();
  world.online = false;
  outbox.stop();
  await expect(outbox.record(cards('a'))).rejects.toThrow(ExportNotRecorded);
  expect(await kept()).toEqual([]);
});

it('keeps what the server refuses later on, lets others pass, and asks again after a reload', async () => {
  const { world, outbox, store, kept, settle } = setUp();
  world.online = false;
  await outbox.record(cards('a'));
  world.online = true;
  world.answer = 'refused';
  outbox.wake();
  await settle();
  world.online = false;
  await outbox.record(cards('b'));
  world.online = true;
  world.answer = 'recorded';
  outbox.wake();
  await settle();
  expect(await kept()).toEqual(['a']);
  outbox.stop();
  const next = setUp({ store });
  next.outbox.wake();
  await next.settle();
  expect(await kept()).toEqual([]);
});
