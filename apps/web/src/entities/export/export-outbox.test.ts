import { expect, it } from 'vitest';
import {
  createExportOutbox,
  ExportNotRecorded,
  type ExportRecord,
  type WaitingExport,
} from './export-outbox.ts';

const cards = (id: string): ExportRecord => ({
  table: 'data_exports',
  line: { id, owner_id: 'me', kind: 'cards', format: 'csv', items: 3 },
});

/** A device, and a server that answers as it is told. */
function setUp({ kept = new Map<string, WaitingExport>() } = {}) {
  const world = {
    answer: 'recorded' as 'recorded' | 'again' | 'unreachable' | 'refused',
    online: true,
    full: false,
    now: 1_000,
    /** What the server was sent: id, and the moment that it was told. */
    sent: [] as [string, number | null][],
    sleeping: [] as (() => void)[],
  };
  const outbox = createExportOutbox({
    ownerId: 'me',
    store: {
      all: async (ownerId) => [...kept.values()].filter((one) => one.ownerId === ownerId),
      put: async (waiting) => {
        if (world.full) throw new Error('no room');
        kept.set(waiting.id, waiting);
      },
      remove: async (id) => void kept.delete(id),
    },
    now: () => world.now,
    online: () => world.online,
    send: async ({ line }, exportedAt) => {
      world.sent.push([line.id, exportedAt]);
      return world.answer;
    },
    sleep: (_, signal) =>
      new Promise((resolve) => {
        world.sleeping.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
    exclusively: (work) => work(),
    onChange: () => {},
  });
  /** Until nothing moves but what waits for time to pass. */
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return { world, outbox, kept, settle };
}

it('records an export at once, by the server’s clock', async () => {
  const { world, outbox, kept } = setUp();
  expect(await outbox.record(cards('a'))).toBe('recorded');
  expect(world.sent).toEqual([['a', null]]);
  expect(kept.size).toBe(0);
});

it('keeps what a missing network holds up, and sends it with its own time once the server is there', async () => {
  const { world, outbox, kept, settle } = setUp();
  world.online = false;
  expect(await outbox.record(cards('a'))).toBe('waiting');
  world.now = 2_000;
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
  expect([kept.size, outbox.get()]).toEqual([0, []]);
});

it('hands it to the outbox when the server goes away between two words', async () => {
  const { world, outbox, kept } = setUp();
  world.answer = 'unreachable';
  expect(await outbox.record(cards('a'))).toBe('waiting');
  expect(world.sent[0]).toEqual(['a', null]);
  expect([...kept.keys()]).toEqual(['a']);
});

it('goes on after a reload, with what is its owner’s', async () => {
  const first = setUp();
  first.world.online = false;
  await first.outbox.record(cards('a'));
  first.kept.set('b', { ...cards('b'), id: 'b', ownerId: 'somebody else', exportedAt: 1 });
  first.outbox.stop();
  const { world, outbox, settle } = setUp({ kept: first.kept });
  await outbox.reload();
  await settle();
  expect(world.sent).toEqual([['a', 1_000]]);
  expect([...first.kept.keys()]).toEqual(['b']);
});

it('gives no file out when the server says no, nor when the record can be kept nowhere', async () => {
  const { world, outbox, kept } = setUp();
  world.answer = 'refused';
  await expect(outbox.record(cards('a'))).rejects.toThrow(ExportNotRecorded);
  world.answer = 'unreachable';
  world.full = true;
  await expect(outbox.record(cards('b'))).rejects.toThrow(ExportNotRecorded);
  expect([kept.size, outbox.get()]).toEqual([0, []]);
});

it('comes again when it is asked to, and takes a server that never has time for a refusal', async () => {
  const { world, outbox, settle } = setUp();
  world.answer = 'again';
  const recorded = outbox.record(cards('a'));
  await settle();
  world.answer = 'recorded';
  world.sleeping.shift()?.();
  expect(await recorded).toBe('recorded');

  world.answer = 'again';
  const refused = expect(outbox.record(cards('b'))).rejects.toThrow(ExportNotRecorded);
  for (let times = 0; times < 3; times += 1) {
    await settle();
    world.sleeping.shift()?.();
  }
  await refused;
});

it('keeps what the server refuses later on, lets others pass, and asks again after a reload', async () => {
  const { world, outbox, kept, settle } = setUp();
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
  expect([...kept.keys()]).toEqual(['a']);
  outbox.stop();
  const next = setUp({ kept });
  await next.outbox.reload();
  await next.settle();
  expect(kept.size).toBe(0);
});
