import { expect, it, test } from 'vitest';
import { isBanned, sessionEnd } from './access.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000);
const session = { created_at: ago(100), refreshed_at: ago(10), not_after: null };

test.each([
  ['lasts without limits', session, { idleSeconds: 0, maxSeconds: 0 }, null],
  ['lasts within its limits', session, { idleSeconds: 11, maxSeconds: 101 }, null],
  ['ends when it is idle for too long', session, { idleSeconds: 10, maxSeconds: 0 }, 'idle'],
  [
    'is idle since its sign-in when nothing was refreshed',
    { ...session, refreshed_at: null },
    { idleSeconds: 99, maxSeconds: 0 },
    'idle',
  ],
  ['ends at its greatest age, however busy', session, { idleSeconds: 50, maxSeconds: 100 }, 'max'],
  [
    'ends when its identity provider says so',
    { ...session, not_after: ago(0) },
    { idleSeconds: 0, maxSeconds: 0 },
    'not_after',
  ],
] as const)('a session %s', (_name, given, life, end) => {
  expect(sessionEnd(given, life, NOW)).toBe(end);
});

it('a ban holds until its time, or for ever', () => {
  expect(isBanned({ banned_until: null })).toBe(false);
  expect(isBanned({ banned_until: new Date(Date.now() - 1000) })).toBe(false);
  expect(isBanned({ banned_until: new Date(Date.now() + 60_000) })).toBe(true);
  expect(isBanned({ banned_until: Number.POSITIVE_INFINITY })).toBe(true);
});
