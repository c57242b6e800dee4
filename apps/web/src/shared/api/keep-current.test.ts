import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepCurrent } from './keep-current.ts';
import type { RealtimeSource } from './live-channel.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'visible' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The time between two readings without a live channel, in s. */
const POLL_S = 20;

/** A room of which the test decides when it is live; `blocked`: the socket never opens. */
async function keep(blocked = false) {
  let tell: (status: string) => void = () => {};
  let announce: () => void = () => {};
  const channel = {
    on(kind: string, _filter: object, listener: (change: object) => void) {
      if (kind === 'system') announce = () => listener({ extension: 'postgres_changes', status: 'ok' });
      return channel;
    },
    subscribe(listener: (status: string) => void) {
      tell = listener;
    },
  };
  const realtime = blocked
    ? () => new Promise(() => {})
    : async () => ({ setAuth: async () => {}, channel: () => channel, removeChannel: async () => {} });
  const readAgain = vi.fn();
  const close = keepCurrent({ realtime } as unknown as RealtimeSource, {
    topic: 'leads',
    bind() {},
    readAgain,
  });
  await vi.advanceTimersByTimeAsync(0);
  return {
    readAgain,
    close,
    goLive() {
      tell('SUBSCRIBED');
      announce();
    },
    breakOff: () => tell('CHANNEL_ERROR'),
    wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
  };
}

it('reads what changed before the channel was live, and then only waits', async () => {
  const { readAgain, goLive, wait } = await keep();
  expect(readAgain).not.toHaveBeenCalled();
  goLive();
  expect(readAgain).toHaveBeenCalledExactlyOnceWith();
  await wait(3 * POLL_S);
  expect(readAgain).toHaveBeenCalledOnce();
});

it.each([
  ['fails', false],
  ['never answers', true],
])('polls a visible page while the channel %s, until its end', async (_how, blocked) => {
  const { readAgain, close, breakOff, wait } = await keep(blocked);
  breakOff();
  await wait(POLL_S);
  // It waits for a read that takes longer than a poll.
  expect(readAgain).toHaveBeenCalledExactlyOnceWith({ cancelRefetch: false });
  breakOff();
  await wait(POLL_S);
  expect(readAgain).toHaveBeenCalledTimes(2);
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  await wait(POLL_S);
  expect(readAgain).toHaveBeenCalledTimes(2);
  vi.stubGlobal('document', { visibilityState: 'visible' });
  close();
  await wait(POLL_S);
  expect(readAgain).toHaveBeenCalledTimes(2);
});

it('polls from when a live channel breaks off until it is back', async () => {
  const { readAgain, goLive, breakOff, wait } = await keep();
  goLive();
  breakOff();
  await wait(POLL_S);
  expect(readAgain).toHaveBeenCalledTimes(2);
  goLive();
  await wait(3 * POLL_S);
  expect(readAgain).toHaveBeenCalledTimes(3);
});
