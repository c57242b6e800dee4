import { useSyncExternalStore } from 'react';

/**
 * The state of the connection to the server. `offline`: the browser reports it. `unreachable`: the
 * browser has a network, but our server does not answer, as with the login page of a venue's Wi-Fi.
 */
export type Reachability = 'online' | 'offline' | 'unreachable';

/** Checks whether the server responds. @returns true if it does; never rejects */
export type Probe = () => Promise<boolean>;

export interface ReachabilityStore {
  get(): Reachability;
  /** @returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
  /** The server has answered a request. */
  answered(): void;
  /** A request got no answer of ours. One alone means little: the probe finds out. */
  failed(): void;
  /** Sets how to probe the server; before that the state is never `unreachable`. */
  setProbe(probe: Probe): void;
}

interface Environment {
  isOnline(): boolean;
  /** Runs `ask` after a pause, in ms, and only while the page is visible. */
  later(requestProbe: () => void, ms: number): void;
}

/** Pause between two questions to a server that does not answer. */
const PROBE_EVERY_MS = 5_000;

/** The state of the app's one offline banner. */
export function createReachability({ isOnline, later }: Environment): ReachabilityStore & { update(): void } {
  let state: Reachability = isOnline() ? 'online' : 'offline';
  let probe: Probe | null = null;
  /**
   * Asking, or about to ask again: there is one chain of questions, however many requests fail
   * meanwhile.
   */
  let asking = false;
  const listeners = new Set<() => void>();

  function become(next: Reachability): void {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  }

  function requestProbe(): void {
    asking = probe !== null && isOnline();
    if (!probe || !asking) return;
    void probe().then((alive) => {
      asking = !alive && isOnline();
      if (!isOnline()) return;
      become(alive ? 'online' : 'unreachable');
      if (asking) later(requestProbe, PROBE_EVERY_MS);
    });
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    answered() {
      if (isOnline()) become('online');
    },
    failed() {
      if (!asking) requestProbe();
    },
    setProbe(given) {
      probe = given;
    },
    /** The browser's own opinion has changed. */
    update() {
      become(isOnline() ? 'online' : 'offline');
    },
  };
}

const browser = createReachability({
  isOnline: () => typeof navigator === 'undefined' || navigator.onLine !== false,
  later: (requestProbe, ms) =>
    void setTimeout(() => {
      if (document.visibilityState === 'visible') return requestProbe();
      document.addEventListener('visibilitychange', requestProbe, { once: true });
    }, ms),
});

if (typeof window !== 'undefined') {
  window.addEventListener('online', browser.update);
  window.addEventListener('offline', browser.update);
}

/** The one of this page. */
export const reachability: ReachabilityStore = browser;

/** @returns the state, for components. */
export function useReachability(): Reachability {
  // The server renders as if online; so does the first client render, which must equal it.
  return useSyncExternalStore(reachability.subscribe, reachability.get, () => 'online');
}
