import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AUTH_STORAGE_KEY } from '../auth/auth-storage.ts';
import { beginEarlyReads, takeEarlyRead } from './early-reads.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const ADDRESS = 'https://fair.example/rest/v1/profiles?select=*';
const authorization = 'Bearer token-1';

/** What was asked for; a request is answered by the test, or ends with its signal as the browser's do. */
let asked: { url: string; signal: AbortSignal; answer: (answer: Response) => void }[];

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  asked = [];
  const session = {
    access_token: 'token-1',
    refresh_token: 'r',
    expires_at: NOW / 1000 + 3_600,
    user: { id: 'u1' },
  };
  const config = { supabaseUrl: 'https://fair.example', supabaseKey: 'key' };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === AUTH_STORAGE_KEY ? JSON.stringify(session) : null),
  });
  vi.stubGlobal('document', { getElementById: () => ({ textContent: JSON.stringify(config) }) });
  vi.stubGlobal('fetch', (url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise<Response>((resolve, reject) => {
      asked.push({ url, signal, answer: resolve });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  });
});

afterEach(() => {
  // What a test left is forgotten.
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function begin(): void {
  beginEarlyReads((userId) => (userId === 'u1' ? ['profiles?select=*'] : []));
}

it('an answer is handed out once, to the reader whose it is', async () => {
  begin();
  const taken = takeEarlyRead(ADDRESS, { headers: { Authorization: authorization } });
  asked[0]?.answer(Response.json(['row']));
  expect(await (await taken)?.json()).toEqual(['row']);
  expect(takeEarlyRead(ADDRESS, { headers: { authorization } })).toBeUndefined();
});

it('somebody else, or a renewed token, asks anew, and the early request ends', () => {
  begin();
  expect(takeEarlyRead(ADDRESS, { headers: { authorization: 'Bearer token-2' } })).toBeUndefined();
  expect(asked[0]?.signal.aborted).toBe(true);
});

it('a request that is called off, or has waited too long, does not wait for the early one', async () => {
  begin();
  const own = new AbortController();
  const taken = takeEarlyRead(ADDRESS, { headers: { authorization }, signal: own.signal });
  own.abort(new DOMException('too long', 'TimeoutError'));
  await expect(taken).rejects.toThrow('too long');
});

it('what nobody takes is ended, so that it holds no connection', () => {
  begin();
  vi.advanceTimersByTime(15_000);
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(takeEarlyRead(ADDRESS, { headers: { authorization } })).toBeUndefined();
});

it('nothing is asked with a token that is about to run out', () => {
  vi.setSystemTime(NOW + 3_500_000);
  begin();
  expect(asked).toEqual([]);
});
