/**
 * Browsers' messages when the code of a page cannot be loaded: Chromium, Firefox, WebKit, and Vite
 * for a style sheet.
 */
const CHUNK_LOAD_ERROR =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/i;

/** Reloading again sooner than this would be a loop, ms. */
const ONCE_IN_MS = 60_000;
const KEY = 'dragoman-reloaded-at';

/**
 * @returns whether the error means that a page's code could not be loaded: no network, or a release
 * has replaced it.
 */
export function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && CHUNK_LOAD_ERROR.test(error.message);
}

/**
 * Checks whether an automatic reload is allowed; true at most once a minute.
 * @param now ms since 1970
 */
export function shouldReload(now = Date.now(), store?: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  try {
    // Naming it throws already where it is forbidden.
    const kept = store ?? sessionStorage;
    if (now - Number(kept.getItem(KEY) ?? 0) < ONCE_IN_MS) return false;
    kept.setItem(KEY, String(now));
    return true;
  } catch {
    // Without a stored time, reloads might repeat endlessly.
    return false;
  }
}
