// Whether this device tells of new visitors and messages while the page is in the background. Off until somebody asks for it.

const KEY = 'dragoman-alerts';
const listeners = new Set<() => void>();
// Where nothing can be stored, the choice lives as long as the page.
let current: boolean | undefined;

export function alertsWanted(): boolean {
  if (current === undefined) {
    try {
      current = localStorage.getItem(KEY) === 'on';
    } catch {
      current = false;
    }
  }
  return current;
}

export function setAlertsWanted(on: boolean): void {
  current = on;
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Kept for this page alone.
  }
  for (const listener of listeners) listener();
}

/** @returns a function that ends the subscription. */
export function onAlertSetting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
