import type { Memory } from '@dragoman/domain/navigation/decision';
import { isRole } from '@dragoman/domain/roles';

// Memory for a user without a profile: where to go once it exists (specification 4.3), and the role
// whose button they pressed. Kept in localStorage, because a confirmation mail opens in a new tab,
// and with a time, so that a target of last week's fair expires. A role redirects once in each tab:
// if the mail opens beside the tab that requested it, both see the new session, and neither may use
// up the other's redirect.
const POST_PROFILE_KEY = 'dragoman-post-profile-redirect';
const CHOSEN_ROLE_KEY = 'dragoman-chosen-role';
/** In sessionStorage: the stored role that this tab has followed. */
const FOLLOWED_ROLE_KEY = 'dragoman-followed-role';

/** A target older than this is forgotten. */
export const REDIRECT_MAX_AGE_MS = 24 * 60 * 60 * 1000;

type RedirectStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The stores of redirect targets: for all tabs, and for this one. */
export interface RedirectStores {
  shared: RedirectStore;
  tab: RedirectStore;
}

/**
 * Named when they are needed: where a browser forbids storage, and on the server, naming it throws.
 */
const BROWSER: RedirectStores = {
  get shared() {
    return localStorage;
  },
  get tab() {
    return sessionStorage;
  },
};

/** Stores the given values; null deletes one (a role in this tab only), and a missing one stays. */
export function rememberRedirect({ redirect, role }: Partial<Memory>, stores = BROWSER): void {
  if (redirect === null) forget(stores, POST_PROFILE_KEY);
  else if (redirect !== undefined) write(POST_PROFILE_KEY, redirect, stores);
  if (role === null) followRole(stores);
  else if (role !== undefined) write(CHOSEN_ROLE_KEY, role, stores);
}

/**
 * @returns what is remembered, null for what is not, is too old or cannot be read. The path is as
 * it was stored: the decisions of `@dragoman/domain/navigation/account` check it.
 */
export function recallRedirect(stores = BROWSER): Memory {
  const role = isRoleFollowed(stores) ? null : read(CHOSEN_ROLE_KEY, stores);
  return { redirect: read(POST_PROFILE_KEY, stores), role: isRole(role) ? role : null };
}

/** Forgets everything, for every tab; part of signing out (specification 4.4). */
export function clearPostLoginRedirect(stores = BROWSER): void {
  forget(stores, POST_PROFILE_KEY);
  forget(stores, CHOSEN_ROLE_KEY);
  attempt(() => stores.tab.removeItem(FOLLOWED_ROLE_KEY));
}

function followRole(stores: RedirectStores): void {
  const role = attempt(() => stores.shared.getItem(CHOSEN_ROLE_KEY));
  if (!role) return;
  attempt(() => stores.tab.setItem(FOLLOWED_ROLE_KEY, role));
  if (!isRoleFollowed(stores)) forget(stores, CHOSEN_ROLE_KEY);
}

function isRoleFollowed(stores: RedirectStores): boolean {
  return (
    attempt(() => stores.tab.getItem(FOLLOWED_ROLE_KEY) === stores.shared.getItem(CHOSEN_ROLE_KEY)) ?? false
  );
}

function forget(stores: RedirectStores, key: string): void {
  attempt(() => stores.shared.removeItem(key));
}

function write(key: string, value: string, stores: RedirectStores): void {
  attempt(() => stores.shared.setItem(key, JSON.stringify({ value, at: Date.now() })));
}

function read(key: string, stores: RedirectStores): string | null {
  const stored = attempt(() => stores.shared.getItem(key));
  if (!stored) return null;
  const kept = attempt(() => JSON.parse(stored) as { value?: unknown; at?: unknown } | null);
  if (typeof kept?.value !== 'string' || typeof kept.at !== 'number') return null;
  return Date.now() - kept.at < REDIRECT_MAX_AGE_MS ? kept.value : null;
}

/**
 * Storage throws where a browser forbids it (private modes, policies), even when it is only named;
 * losing a target must not lose the page.
 */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
