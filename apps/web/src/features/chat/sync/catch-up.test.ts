import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../model/clock.ts';
import { createCatchUp, POLL_INTERVAL_MS } from './catch-up.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const answers: { resolve: () => void; reject: (failure: Error) => void }[] = [];
  const read = vi.fn(() => new Promise<void>((resolve, reject) => answers.push({ resolve, reject })));
  const answer = async (nth: number, failure?: Error) => {
    if (failure) answers[nth]?.reject(failure);
    else answers[nth]?.resolve();
    await vi.advanceTimersByTimeAsync(0);
  };
  return { catchUp: createCatchUp(read, systemClock), read, answer };
}

const offline = new Error('Failed to fetch');

describe('catching up', () => {
  it('reads once more after a reading during which it was asked again, not more often', async () => {
    const { catchUp, read, answer } = setUp();
    catchUp.request();
    catchUp.request();
    catchUp.request();
    expect(read).toHaveBeenCalledTimes(1);
    await answer(0);
    expect(read).toHaveBeenCalledTimes(2);
    await answer(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('repeats a reading that failed until it succeeds', async () => {
    const { catchUp, read, answer } = setUp();
    catchUp.request();
    await answer(0, offline);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(read).toHaveBeenCalledTimes(2);
    await answer(1, offline);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1);
    await answer(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it('reads at once when asked while it waits', async () => {
    const { catchUp, read, answer } = setUp();
    catchUp.request();
    await answer(0, offline);
    catchUp.request();
    await vi.advanceTimersByTimeAsync(0);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('polls while there is no live connection', async () => {
    const { catchUp, read, answer } = setUp();
    catchUp.poll(true);
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
    expect(read).toHaveBeenCalledTimes(1);
    await answer(0);
    await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
    expect(read).toHaveBeenCalledTimes(2);
    await answer(1);
    catchUp.poll(false);
    await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('goes on at the pace of polling while the server is away', async () => {
    const { catchUp, read, answer } = setUp();
    catchUp.request();
    catchUp.poll(true);
    for (let failed = 0; failed < 8; failed++) {
      await answer(failed, offline);
      await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
    }
    expect(read).toHaveBeenCalledTimes(9);
  });

  it('stops', async () => {
    const { catchUp, read, answer } = setUp();
    catchUp.request();
    catchUp.poll(true);
    catchUp.stop();
    await answer(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(read).toHaveBeenCalledTimes(1);
  });
});
