import { describe, expect, test, vi } from 'vitest';
import { instantClock } from '../testing/instant-clock.ts';
import { ProviderError } from './provider.ts';
import { DEFAULT_LIMITS, type RetryContext, systemClock, withRetries } from './retry.ts';

function context(changes: Partial<Pick<RetryContext, 'limits' | 'signal'>> = {}) {
  const clock = instantClock();
  return {
    clock,
    limits: DEFAULT_LIMITS,
    deadline: clock.now() + DEFAULT_LIMITS.totalMs,
    signal: new AbortController().signal,
    onFailure: vi.fn<RetryContext['onFailure']>(),
    ...changes,
  };
}

const busy = (retryAfterMs: number | null = null) =>
  new ProviderError('rate-limited', 'busy', { retryAfterMs });

describe('withRetries', () => {
  test('succeeds after failures that pass, waiting longer each time', async () => {
    const ctx = context();
    const attempt = vi
      .fn()
      .mockRejectedValueOnce(busy())
      .mockRejectedValueOnce(busy())
      .mockResolvedValueOnce('done');
    expect(await withRetries(attempt, ctx)).toBe('done');
    // Half of the wait is fixed and half is chance, here 0.5 of it.
    expect(ctx.clock.waits).toEqual([225, 450]);
    expect(ctx.onFailure.mock.calls.map(([, n]) => n)).toEqual([1, 2]);
  });

  test('gives up after its attempts with the last failure', async () => {
    const attempt = vi.fn().mockRejectedValue(busy());
    await expect(withRetries(attempt, context())).rejects.toMatchObject({ failure: 'rate-limited' });
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  test.each(['refused', 'quota', 'timeout', 'bad-request', 'bad-answer'] as const)(
    'does not retry: %s',
    async (failure) => {
      const attempt = vi.fn().mockRejectedValue(new ProviderError(failure, 'no'));
      await expect(withRetries(attempt, context())).rejects.toMatchObject({ failure });
      expect(attempt).toHaveBeenCalledOnce();
    },
  );

  test('waits as long as the engine asks for', async () => {
    const ctx = context();
    await withRetries(vi.fn().mockRejectedValueOnce(busy(2_000)).mockResolvedValueOnce('done'), ctx);
    expect(ctx.clock.waits).toEqual([2_000]);
  });

  test('goes on to the next engine rather than wait for a minute', async () => {
    const ctx = context();
    const attempt = vi.fn().mockRejectedValue(busy(60_000));
    await expect(withRetries(attempt, ctx)).rejects.toThrow('busy');
    expect(attempt).toHaveBeenCalledOnce();
    expect(ctx.clock.waits).toEqual([]);
  });

  test('does not wait past the deadline', async () => {
    const ctx = context();
    ctx.deadline = ctx.clock.now() + 300;
    const attempt = vi.fn().mockRejectedValue(busy());
    await expect(withRetries(attempt, ctx)).rejects.toThrow('busy');
    expect(attempt).toHaveBeenCalledTimes(2);
  });

  test('ends an attempt that takes too long, as a time-out', async () => {
    const ctx = context();
    const attempt = (signal: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        ctx.clock.expire(DEFAULT_LIMITS.attemptMs);
      });
    await expect(withRetries(attempt, ctx)).rejects.toMatchObject({
      name: 'EngineError',
      failure: 'timeout',
    });
  });

  test('stops when the caller no longer waits', async () => {
    const caller = new AbortController();
    const ctx = context({ signal: caller.signal });
    const attempt = vi.fn(async () => {
      caller.abort();
      throw busy();
    });
    await expect(withRetries(attempt, ctx)).rejects.toThrow('busy');
    expect(attempt).toHaveBeenCalledOnce();
  });

  test('a defect is no failure of the engine and is not retried', async () => {
    const attempt = vi.fn().mockRejectedValue(new TypeError('defect'));
    await expect(withRetries(attempt, context())).rejects.toThrow(TypeError);
    expect(attempt).toHaveBeenCalledOnce();
  });
});

test('the system clock’s wait ends early when it is aborted', async () => {
  const caller = new AbortController();
  const wait = systemClock.sleep(60_000, caller.signal);
  caller.abort();
  await expect(wait).resolves.toBeUndefined();
  await expect(systemClock.sleep(60_000, caller.signal)).resolves.toBeUndefined();
  await expect(systemClock.sleep(1, new AbortController().signal)).resolves.toBeUndefined();
});
