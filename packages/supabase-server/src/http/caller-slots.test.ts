import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallerBusyError, callerKey, createCallerSlots } from './caller-slots.ts';

const LIMITS = { running: 2, waiting: 2, waitMs: 5000 };

/** Work that ends when it is told to. */
function openWork() {
  const ends: Array<() => void> = [];
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { work, endOne: () => ends.shift()?.() };
}

describe('the slots of a caller', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('let a few requests run, a few wait, and refuse more', async () => {
    const slots = createCallerSlots(LIMITS);
    const { work, endOne } = openWork();
    const four = Array.from({ length: 4 }, () => slots.run('user a', work));
    expect(work).toHaveBeenCalledTimes(2);
    await expect(slots.run('user a', work)).rejects.toMatchObject({
      name: 'CallerBusyError',
      retryAfterSeconds: 5,
    });
    for (let ended = 0; ended < 4; ended += 1) {
      endOne();
      await vi.advanceTimersByTimeAsync(0);
    }
    await Promise.all(four);
    expect(work).toHaveBeenCalledTimes(4);
  });

  it('are each caller’s own', async () => {
    const slots = createCallerSlots({ ...LIMITS, waiting: 0 });
    const { work } = openWork();
    void slots.run('user a', work);
    void slots.run('user a', work);
    await expect(slots.run('user a', work)).rejects.toBeInstanceOf(CallerBusyError);
    void slots.run('user b', work);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('refuse who has waited for too long, and give its place away', async () => {
    const slots = createCallerSlots({ running: 1, waiting: 1, waitMs: 5000 });
    const { work, endOne } = openWork();
    void slots.run('user a', work);
    const refused = expect(slots.run('user a', work)).rejects.toBeInstanceOf(CallerBusyError);
    await vi.advanceTimersByTimeAsync(5000);
    await refused;
    const next = slots.run('user a', work);
    endOne();
    await vi.advanceTimersByTimeAsync(0);
    endOne();
    await next;
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('are free again after a failure', async () => {
    const slots = createCallerSlots({ running: 1, waiting: 0, waitMs: 5000 });
    await expect(slots.run('user a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await slots.run('user a', async () => 'yes')).toBe('yes');
  });

  it('hold more who wait where many share an address', async () => {
    const slots = createCallerSlots({ running: 1, waiting: 1, waitMs: 5000 });
    const { work } = openWork();
    const five = Array.from({ length: 5 }, () => slots.run('address 203.0.113.7', work));
    await expect(slots.run('address 203.0.113.7', work)).rejects.toBeInstanceOf(CallerBusyError);
    const ends = Promise.allSettled(five.slice(1));
    await vi.advanceTimersByTimeAsync(5000);
    await ends;
  });

  it('do not bind the secret key', async () => {
    const slots = createCallerSlots({ running: 1, waiting: 0, waitMs: 5000 });
    const { work } = openWork();
    for (let call = 0; call < 3; call += 1) void slots.run(null, work);
    expect(work).toHaveBeenCalledTimes(3);
  });
});

describe('whom a request counts for', () => {
  it('is its user, else its network', () => {
    const user = { role: 'authenticated', claims: { role: 'authenticated', sub: 'u1' }, userToken: true };
    const anon = { role: 'anon', claims: { role: 'anon' }, userToken: false };
    const service = { role: 'service_role', claims: { role: 'service_role' }, userToken: false };
    expect(callerKey(user, '203.0.113.7')).toBe('user u1');
    expect(callerKey(anon, '::ffff:203.0.113.7')).toBe('address 203.0.113.7');
    expect(callerKey(service, '203.0.113.7')).toBeNull();
  });
});
