import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTH_STORAGE_KEY } from './auth-storage.ts';
import {
  endedOwner,
  isRefusal,
  markEnd,
  noteServerEnd,
  notingRefusals,
  OWNER_KEY,
  readOwner,
  rememberOwner,
} from './session-end.ts';

const LIN = { id: 'lin' };
const RENEWAL = 'https://fair.example/auth/v1/token?grant_type=refresh_token';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  signIn('lin', 'r1');
});
afterEach(() => void vi.unstubAllGlobals());

function signIn(id: string, refreshToken: string): void {
  const session = { access_token: 'a', refresh_token: refreshToken, user: { id } };
  kept.set(AUTH_STORAGE_KEY, JSON.stringify(session));
}

/** Mimics the client after a refusal or a logout. */
function removeSession(): void {
  kept.delete(AUTH_STORAGE_KEY);
}

function renew(status: number, token = 'r1', url = RENEWAL): Promise<Response> {
  const request = notingRefusals(async () => new Response('{}', { status }));
  return request(url, { method: 'POST', body: JSON.stringify({ refresh_token: token }) });
}

describe('the server ends a session', () => {
  it('when it refuses to renew it; whose it was is known with their profile', async () => {
    rememberOwner(LIN, 'p1');
    await renew(400);
    expect(endedOwner(), 'the client has not removed it yet').toBeNull();
    removeSession();
    expect(endedOwner()).toEqual({ userId: 'lin', guest: false, profileId: 'p1', ended: 'open' });
  });

  it.each([
    ['a renewal that succeeds', 200, 'r1', RENEWAL],
    ['a server that is busy', 429, 'r1', RENEWAL],
    ['a server that is broken', 500, 'r1', RENEWAL],
    ['a token that another tab has replaced', 400, 'r0', RENEWAL],
    ['a wrong password', 400, 'r1', RENEWAL.replace('refresh_token', 'password')],
    ['another refusal', 401, 'r1', 'https://fair.example/auth/v1/user'],
  ])('not with %s', async (_, status, token, url) => {
    rememberOwner(LIN, 'p1');
    expect((await renew(status, token, url)).status).toBe(status);
    removeSession();
    expect(endedOwner()).toBeNull();
  });

  it('not when there is no answer', async () => {
    rememberOwner(LIN, 'p1');
    const request = notingRefusals(() => Promise.reject(new TypeError('Failed to fetch')));
    await expect(request(RENEWAL, { body: '{"refresh_token":"r1"}' })).rejects.toThrow('Failed to fetch');
    removeSession();
    expect(endedOwner()).toBeNull();
  });

  it('not when the browser’s storage was cleared', () => {
    rememberOwner(LIN, 'p1');
    kept.clear();
    expect(endedOwner()).toBeNull();
  });
});

describe('an end', () => {
  beforeEach(() => {
    rememberOwner(LIN, 'p1');
    noteServerEnd();
    removeSession();
  });

  it('is asked about until it is answered', () => {
    markEnd('asking');
    expect(endedOwner()).toMatchObject({ ended: 'asking' });
    markEnd('kept');
    expect(endedOwner()).toBeNull();
  });

  it('is void when its user is back, whose profile is still known', () => {
    signIn('lin', 'r2');
    expect(endedOwner()).toBeNull();
    rememberOwner(LIN);
    expect(readOwner()).toEqual({ userId: 'lin', guest: false, profileId: 'p1' });
  });

  it('is void when another user, with a profile of their own, has signed in', () => {
    signIn('sam', 'r9');
    rememberOwner({ id: 'sam', is_anonymous: true });
    expect(readOwner()).toEqual({ userId: 'sam', guest: true });
  });
});

it('what is stored may be anything', () => {
  for (const text of ['', 'null', '{', '[]', '{"userId":1}']) {
    kept.set(OWNER_KEY, text);
    expect(readOwner(), text).toBeNull();
  }
});

it('refusals are answers that repeating does not change', () => {
  expect([400, 401, 403, 404, 422].filter(isRefusal)).toHaveLength(5);
  expect([200, 302, 408, 425, 429, 500, 502, 503].filter(isRefusal)).toEqual([]);
});
