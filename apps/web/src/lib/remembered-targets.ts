/**
 * Where to go once the profile exists (spec section 4, "post-profile redirect"). Kept in localStorage, because a
 * confirmation mail opens in a new tab, and with a time, so that a target of last week's fair surprises nobody.
 */
const POST_PROFILE_KEY = 'dragoman-post-profile-redirect';

/** A target older than this is forgotten. */
export const TARGET_MAX_AGE_MS = 24 * 60 * 60 * 1000;

type TargetStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Remembers `path` for after the profile setup; null forgets what was remembered. */
export function rememberPostProfileRedirect(path: string | null, store: TargetStore = localStorage): void {
  attempt(() =>
    path === null
      ? store.removeItem(POST_PROFILE_KEY)
      : store.setItem(POST_PROFILE_KEY, JSON.stringify({ path, at: Date.now() })),
  );
}

/**
 * @returns the remembered path as it was stored, or null when there is none, it is too old or it cannot be read. The
 * value is not checked here: whoever follows it passes it through the decisions of `@dragoman/domain/post-login`.
 */
export function recallPostProfileRedirect(store: TargetStore = localStorage): string | null {
  const stored = attempt(() => store.getItem(POST_PROFILE_KEY));
  if (!stored) return null;
  const target = attempt(() => JSON.parse(stored) as { path?: unknown; at?: unknown } | null);
  if (typeof target?.path !== 'string' || typeof target.at !== 'number') return null;
  return Date.now() - target.at < TARGET_MAX_AGE_MS ? target.path : null;
}

/** Forgets every remembered target; part of signing out (spec section 4). */
export function clearRememberedTargets(store: TargetStore = localStorage): void {
  rememberPostProfileRedirect(null, store);
}

/** Storage throws where a browser forbids it (private modes, policies); losing a target must not lose the page. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
