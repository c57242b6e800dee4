import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOnlineStatus, GRACE_MS } from './online-status.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watch() {
  const onlineStatus = createOnlineStatus(() => Date.now());
  const shown: string[] = [];
  onlineStatus.online.subscribe(() => shown.push(onlineStatus.online.get().kind));
  return { sign: onlineStatus, shown };
}

describe('the online sign', () => {
  it('says at once who is there', () => {
    const { sign: onlineStatus, shown } = watch();
    onlineStatus.seen(true);
    onlineStatus.seen(true);
    expect(shown).toEqual(['online']);
    const other = watch();
    other.sign.seen(false);
    expect(other.sign.online.get()).toEqual({ kind: 'away', since: null });
  });

  it('does not flicker when the other side reloads the page', () => {
    const { sign: onlineStatus, shown } = watch();
    onlineStatus.seen(true);
    onlineStatus.seen(false);
    vi.advanceTimersByTime(GRACE_MS - 1);
    onlineStatus.seen(true);
    vi.advanceTimersByTime(GRACE_MS);
    expect(shown).toEqual(['online']);
  });

  it('knows since when the other side is away: the moment they left', () => {
    const { sign: onlineStatus } = watch();
    onlineStatus.seen(true);
    const went = Date.now();
    onlineStatus.seen(false);
    vi.advanceTimersByTime(1_000);
    onlineStatus.seen(false);
    vi.advanceTimersByTime(GRACE_MS);
    expect(onlineStatus.online.get()).toEqual({ kind: 'away', since: went });
  });

  it('claims nothing while the own connection is lost', () => {
    const { sign: onlineStatus, shown } = watch();
    onlineStatus.seen(true);
    onlineStatus.seen(false);
    onlineStatus.lost();
    vi.advanceTimersByTime(GRACE_MS);
    expect(shown).toEqual(['online', 'unknown']);
    onlineStatus.seen(true);
    expect(shown.at(-1)).toBe('online');
  });
});
