import { useSyncExternalStore } from 'react';

/** The themes: the system's choice, or the user's. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/**
 * The key under which this browser keeps the choice; index.html reads it before the first paint.
 */
const STORAGE_KEY = 'dragoman-theme';

const listeners = new Set<() => void>();
/** The choice of a page that may not store anything. */
let unstored: Theme | null = null;

/** @returns the choice and what changes it, here and in the product's other tabs. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme), chooseTheme];
}

function chooseTheme(theme: Theme): void {
  unstored = null;
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    unstored = theme;
  }
  changed();
}

function readTheme(): Theme {
  if (unstored) return unstored;
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage);
    // Reads the choice once more: another tab may have changed it since this page's first paint.
    applyTheme(readTheme());
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function onStorage({ key }: StorageEvent): void {
  // Null: everything was cleared.
  if (key === STORAGE_KEY || key === null) changed();
}

function changed(): void {
  applyTheme(readTheme());
  for (const listener of listeners) listener();
}

/** Does what the script in index.html does, and undoes it. */
function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[data-scheme]')) {
    const { scheme } = bar.dataset;
    if (theme === 'system') bar.media = `(prefers-color-scheme: ${scheme})`;
    else bar.media = scheme === theme ? 'all' : 'not all';
  }
}
