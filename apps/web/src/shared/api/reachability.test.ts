import { expect, it } from 'vitest';
import { createReachability } from './reachability.ts';

function setUp({ alive = true } = {}) {
  const world = { online: true, alive };
  const pauses: Array<() => void> = [];
  const store = createReachability({ isOnline: () => world.online, later: (ask) => void pauses.push(ask) });
  const seen: string[] = [];
  store.subscribe(() => seen.push(store.get()));
  store.setProbe(async () => world.alive);
  return { store, world, pauses, seen };
}

/** Lets the probe's promise settle. */
async function settle(): Promise<void> {
  await Promise.resolve();
  await Promise.resolve();
}

it('does not take one failed request for a dead server', async () => {
  const { store, seen } = setUp();
  store.failed();
  await settle();
  expect(store.get()).toBe('online');
  expect(seen).toEqual([]);
});

it('asks until the server answers again', async () => {
  const { store, world, pauses, seen } = setUp({ alive: false });
  store.failed();
  await settle();
  pauses.shift()?.();
  await settle();
  expect(seen).toEqual(['unreachable']);
  world.alive = true;
  pauses.shift()?.();
  await settle();
  expect(seen).toEqual(['unreachable', 'online']);
  expect(pauses).toEqual([]);
});

it('asks once at a time', async () => {
  const { store, pauses } = setUp({ alive: false });
  store.failed();
  store.failed();
  await settle();
  expect(pauses).toHaveLength(1);
});

it('goes on with one chain of questions, whatever fails between two of them', async () => {
  const { store, pauses } = setUp({ alive: false });
  store.failed();
  await settle();
  store.failed();
  await settle();
  expect(pauses).toHaveLength(1);
  pauses.shift()?.();
  await settle();
  expect(pauses).toHaveLength(1);
});

it('takes any answer for a sign of life', async () => {
  const { store } = setUp({ alive: false });
  store.failed();
  await settle();
  store.answered();
  expect(store.get()).toBe('online');
});

it('believes a browser that says it is offline, and asks nothing then', async () => {
  const { store, world, pauses } = setUp({ alive: false });
  world.online = false;
  store.update();
  store.failed();
  await settle();
  expect(store.get()).toBe('offline');
  expect(pauses).toEqual([]);
  world.online = true;
  store.update();
  expect(store.get()).toBe('online');
});
