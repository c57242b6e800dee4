import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AUTH_STORAGE_KEY } from './auth-storage.ts';
import { watchLostSession } from './lost-session.ts';

const SESSION = { access_token: 'a', refresh_token: 'r', user: { id: 'u' } };

const kept = new Map<string, string>();
let window: EventTarget;
let document: EventTarget;
let signOut: ReturnType<typeof vi.fn>;

beforeEach(() => {
  kept.set(AUTH_STORAGE_KEY, JSON.stringify(SESSION));
  window = new EventTarget();
  document = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
});
afterEach(() => void vi.unstubAllGlobals());

/** @param inMemory whether the client has the session where storage does not */
function watch(inMemory = false): void {
  signOut = vi.fn(async () => ({ error: null }));
  const getSession = async () => ({ data: { session: inMemory ? SESSION : null } });
  watchLostSession({ signOut, getSession } as never)(SESSION as never);
}

const OCCASIONS = [
  ['the window has the focus again', () => window, 'focus'],
  ['another tab has changed what is stored', () => window, 'storage'],
  ['the page is seen again', () => document, 'visibilitychange'],
] as const;

it.each(OCCASIONS)('a session that was cleared ends in this tab when %s', async (_, target, event) => {
  watch();
  kept.clear();
  target().dispatchEvent(new Event(event));
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledExactlyOnceWith({ scope: 'local' }), 10_000);
});

it.each(OCCASIONS)('one that is still there goes on when %s', async (_, target, event) => {
  watch();
  target().dispatchEvent(new Event(event));
  await settled();
  expect(signOut).not.toHaveBeenCalled();
});

it('one that the client alone has, where storage is forbidden, goes on', async () => {
  watch(true);
  kept.clear();
  window.dispatchEvent(new Event('focus'));
  await settled();
  expect(signOut).not.toHaveBeenCalled();
});

/** Resolves when pending work is done. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
