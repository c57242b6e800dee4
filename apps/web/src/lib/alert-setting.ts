// Whether this device tells of new visitors and messages while the page is in the background. Off until somebody asks for it.

const KEY = 'dragoman-alerts';
const listeners = new Set<() => void>();
/** Where nothing can be stored, the choice lives as long as the page. */
let unstored: boolean | undefined;

/** Read anew each time: the choice may have been made in another tab. */
export function alertsWanted(): boolean {
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

export function setAlertsWanted(on: boolean): void {
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
    unstored = undefined;
  } catch {
    unstored = on;
  }
  for (const listener of listeners) listener();
}

/** @returns a function that ends the subscription. */
export function onAlertSetting(listener: () => void): () => void {
  listeners.add(listener);
  // Tells of the other tabs.
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
