import { AuthClient } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byOwnClock } from './own-clock.ts';

const SERVER_NOW = Date.parse('2026-11-25T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

/** The auth client and a server of an hour's tokens. @returns how often a token was renewed */
async function renewals(deviceNow: number): Promise<number> {
  vi.setSystemTime(deviceNow);
  let renewed = 0;
  const answer: typeof fetch = async (address) => {
    if (String(address).includes('refresh_token')) renewed += 1;
    return Response.json({
      access_token: 'a.b.c',
      refresh_token: `token-${renewed}`,
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: SERVER_NOW / 1000 + 3600,
      user: { id: 'someone', email: 'a@fair.example' },
    });
  };
  const kept = new Map<string, string>();
  const auth = new AuthClient({
    url: 'https://fair.example/auth/v1',
    fetch: byOwnClock(answer),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
  await auth.signInWithPassword({ email: 'a@fair.example', password: 'x' });
  for (let request = 0; request < 3; request += 1) await auth.getSession();
  return renewed;
}

it.each([
  ['right', 0],
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
])('with a clock that is %s a fresh token is not renewed', async (_, offMs) => {
  expect(await renewals(SERVER_NOW + offMs)).toBe(0);
});

it('changes no other answer', async () => {
  const answer = await byOwnClock(async () => Response.json({ expires_at: 5 }))('https://fair.example');
  expect(await answer.json()).toEqual({ expires_at: 5 });
});
