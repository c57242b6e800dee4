import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOnlineSign, GRACE_MS } from './presence-sign.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watch() {
  const sign = createOnlineSign(() => Date.now());
  const shown: string[] = [];
  sign.online.subscribe(() => shown.push(sign.online.get().kind));
  return { sign, shown };
}

describe('the online sign', () => {
  it('says at once who is there', () => {
    const { sign, shown } = watch();
    sign.seen(true);
    sign.seen(true);
    expect(shown).toEqual(['online']);
    const other = watch();
    other.sign.seen(false);
    expect(other.sign.online.get()).toEqual({ kind: 'away', since: null });
  });

  it('does not flicker when the other side reloads the page', () => {
    const { sign, shown } = watch();
    sign.seen(true);
    sign.seen(false);
    vi.advanceTimersByTime(GRACE_MS - 1);
    sign.seen(true);
    vi.advanceTimersByTime(GRACE_MS);
    expect(shown).toEqual(['online']);
  });

  it('knows since when the other side is away: the moment they left', () => {
    const { sign } = watch();
    sign.seen(true);
    const went = Date.now();
    sign.seen(false);
    vi.advanceTimersByTime(1_000);
    sign.seen(false);
    vi.advanceTimersByTime(GRACE_MS);
    expect(sign.online.get()).toEqual({ kind: 'away', since: went });
  });

  it('claims nothing while the own connection is lost', () => {
    const { sign, shown } = watch();
    sign.seen(true);
    sign.seen(false);
    sign.lost();
    vi.advanceTimersByTime(GRACE_MS);
    expect(shown).toEqual(['online', 'unknown']);
    sign.seen(true);
    expect(shown.at(-1)).toBe('online');
  });
});
