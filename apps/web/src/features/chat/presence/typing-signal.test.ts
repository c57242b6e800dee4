import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTypingReceiver, createTypingSender } from './typing-signal.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function sender(reachable = true) {
  const sent: boolean[] = [];
  const typing = createTypingSender(
    (on) => {
      if (reachable) sent.push(on);
      return reachable;
    },
    () => Date.now(),
  );
  return { sent, typing };
}

describe('who types', () => {
  it('says so at once, then every three seconds, and takes it back with the text', () => {
    const { sent, typing } = sender();
    for (const text of ['h', 'he', 'hel']) typing.typed(text);
    expect(sent).toEqual([true]);
    vi.advanceTimersByTime(2_999);
    typing.typed('hell');
    expect(sent).toEqual([true]);
    vi.advanceTimersByTime(1);
    typing.typed('hello');
    expect(sent).toEqual([true, true]);
    typing.typed('');
    typing.typed('');
    expect(sent).toEqual([true, true, false]);
    // The next message starts a new signal.
    typing.typed('a');
    expect(sent).toEqual([true, true, false, true]);
  });

  it('takes nothing back that has expired, nor what was never told', () => {
    const { sent, typing } = sender();
    typing.typed('  ');
    typing.typed('');
    typing.typed('h');
    vi.advanceTimersByTime(5_000);
    typing.typed('');
    expect(sent).toEqual([true]);
    const away = sender(false);
    away.typing.typed('h');
    away.typing.typed('');
    expect(away.sent).toEqual([]);
  });
});

describe('who watches', () => {
  it('sees it for as long as it is repeated', () => {
    const { typing, receive } = createTypingReceiver();
    receive(true);
    vi.advanceTimersByTime(4_999);
    expect(typing.get()).toBe(true);
    receive(true);
    vi.advanceTimersByTime(4_999);
    expect(typing.get()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(typing.get()).toBe(false);
  });

  it('sees it end when it is taken back', () => {
    const { typing, receive, stop } = createTypingReceiver();
    receive(true);
    receive(false);
    expect(typing.get()).toBe(false);
    receive(true);
    stop();
    expect(typing.get()).toBe(false);
  });
});
