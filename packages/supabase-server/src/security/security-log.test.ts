import { describe, expect, it } from 'vitest';
import { createEventLimiter } from './event-limiter.ts';
import type { StoredEvent } from './security-events.ts';
import { createSecurityLog } from './security-log.ts';

const SILENT = { info: () => undefined, warn: () => undefined };
const failure = (network: string) =>
  ({ event: 'sign_in_failed', network, reason: 'wrong_password' }) as const;

/** A log whose store keeps what it gets, until it is told to fail. */
function open(now = { ms: 0 }) {
  const stored: StoredEvent[] = [];
  const store = { error: null as Error | null, batches: [] as number[] };
  const log = createSecurityLog(
    SILENT,
    async (events) => {
      store.batches.push(events.length);
      if (store.error) throw store.error;
      stored.push(...events);
    },
    createEventLimiter(() => now.ms),
  );
  return { log, stored, store, now };
}

describe('a flood of events', () => {
  it('is counted: ten of a kind and network in a minute, and one entry for the rest', async () => {
    const { log, stored, now } = open();
    for (let n = 0; n < 5000; n += 1) log.record(failure('198.51.100.7'));
    log.record(failure('198.51.100.8'));
    await log.flush();
    expect(stored).toHaveLength(11);
    now.ms = 61_000;
    await log.flush();
    expect(stored).toHaveLength(12);
    expect(stored.at(-1)).toMatchObject({ network: '198.51.100.7', repeated: 4990, event: 'sign_in_failed' });
    log.record(failure('198.51.100.7'));
    await log.flush();
    expect(stored).toHaveLength(13);
  });

  it('from a hundred thousand networks stays small, and hides no act of an administrator', async () => {
    const { log, stored } = open();
    for (let n = 0; n < 100_000; n += 1) log.record(failure(`2001:db8:${n.toString(16)}::/64`));
    log.record({ event: 'admin_action', actor: 'Amina', action: 'guests_changed' });
    await log.close();
    expect(stored.length).toBeLessThan(1700);
    expect(stored.reduce((sum, { repeated }) => sum + repeated, 0)).toBe(100_001);
    expect(stored.find(({ actor }) => actor === 'Amina')).toMatchObject({ action: 'guests_changed' });
  });
});

describe('a store that fails', () => {
  it('loses nothing while it is away for a moment, and takes many entries at a time', async () => {
    const { log, stored, store } = open();
    store.error = new Error('away');
    for (let n = 0; n < 60; n += 1) log.record(failure(`192.0.2.${n}`));
    await log.flush();
    expect(stored).toHaveLength(0);
    store.error = null;
    await log.flush();
    expect(stored).toHaveLength(60);
    expect(store.batches).toEqual([60, 60]);
    await log.close();
  });

  it('is not waited for by who records, and what waits is bounded', async () => {
    const { log, stored, store } = open();
    store.error = new Error('away');
    for (let n = 0; n < 7000; n += 1) log.record({ event: 'admin_action', actor: 'Amina' });
    await log.flush();
    store.error = null;
    await log.flush();
    expect(stored).toHaveLength(5000);
    expect(Math.max(...store.batches)).toBeLessThanOrEqual(500);
    await log.close();
  });

  it('holds nothing up with an entry that it refuses', async () => {
    const { log, stored, store } = open();
    store.error = Object.assign(new Error('refused'), { code: '22P02' });
    log.record(failure('192.0.2.1'));
    await log.flush();
    store.error = null;
    log.record(failure('192.0.2.2'));
    await log.flush();
    expect(stored.map(({ network }) => network)).toEqual(['192.0.2.2']);
    await log.close();
  });
});
