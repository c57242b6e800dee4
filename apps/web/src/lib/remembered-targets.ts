import type { Memory } from '@dragoman/domain/navigation';
import { isRole } from '@dragoman/domain/roles';

// What is kept for somebody without a profile: where to go once it exists (spec section 4, "post-profile redirect"), and the
// role whose button they pressed. Kept in localStorage, because a confirmation mail opens in a new tab, and with a time, so
// that a target of last week's fair surprises nobody.
const POST_PROFILE_KEY = 'dragoman-post-profile-redirect';
const CHOSEN_ROLE_KEY = 'dragoman-chosen-role';

/** A target older than this is forgotten. */
export const TARGET_MAX_AGE_MS = 24 * 60 * 60 * 1000;

type TargetStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Remembers what is given; null forgets, and what is absent stays as it was. */
export function remember(memory: Partial<Memory>, store?: TargetStore): void {
  if (memory.redirect !== undefined) write(POST_PROFILE_KEY, memory.redirect, store);
  if (memory.role !== undefined) write(CHOSEN_ROLE_KEY, memory.role, store);
}

/**
 * @returns what is remembered, null for what is not, is too old or cannot be read. The path is as it was stored: the
 * decisions of `@dragoman/domain/navigation` check it.
 */
export function recall(store?: TargetStore): Memory {
  const role = read(CHOSEN_ROLE_KEY, store);
  return { redirect: read(POST_PROFILE_KEY, store), role: isRole(role) ? role : null };
}

/** Forgets everything; part of signing out (spec section 4). */
export function clearRememberedTargets(store?: TargetStore): void {
  remember({ redirect: null, role: null }, store);
}

function write(key: string, value: string | null, store: TargetStore | undefined): void {
  attempt(() => {
    const kept = store ?? localStorage;
    if (value === null) kept.removeItem(key);
    else kept.setItem(key, JSON.stringify({ value, at: Date.now() }));
  });
}

function read(key: string, store: TargetStore | undefined): string | null {
  const stored = attempt(() => (store ?? localStorage).getItem(key));
  if (!stored) return null;
  const kept = attempt(() => JSON.parse(stored) as { value?: unknown; at?: unknown } | null);
  if (typeof kept?.value !== 'string' || typeof kept.at !== 'number') return null;
  return Date.now() - kept.at < TARGET_MAX_AGE_MS ? kept.value : null;
}

/** Storage throws where a browser forbids it (private modes, policies), even when it is only named; losing a target must not lose the page. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
