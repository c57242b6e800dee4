/** What a browser keeps of a site's data when the page is reloaded or closed. */
export type KeptData =
  | 'all'
  /** The session stays, unsent work is lost. */
  | 'no-unsent-work'
  /** Even the session is lost: the user is signed out. */
  | 'nothing';

const PROBE = 'dragoman-probe';

/**
 * Asks the browser what it keeps. Naming a forbidden storage throws already.
 * @param scope other storages in tests
 */
export function keptData(scope: Partial<Pick<Window, 'localStorage' | 'indexedDB'>> = window): KeptData {
  try {
    scope.localStorage?.setItem(PROBE, '1');
    if (scope.localStorage?.getItem(PROBE) !== '1') return 'nothing';
    scope.localStorage.removeItem(PROBE);
  } catch {
    return 'nothing';
  }
  try {
    return scope.indexedDB ? 'all' : 'no-unsent-work';
  } catch {
    return 'no-unsent-work';
  }
}
