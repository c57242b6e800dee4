import { whenIdle } from '@/shared/async/when-idle.ts';

/** A page that stays open asks for a new version this often, when it comes back into view. */
const CHECK_EVERY_MS = 30 * 60 * 1000;

/**
 * The delay after the page is complete before the worker is registered, ms: it fetches the whole
 * app, and the start of a page needs the network and the processor for itself.
 */
const START_MS = 3_000;

/** On a page that is never idle it is registered after this time, ms. */
const IDLE_BY_MS = 5_000;

const listeners = new Set<() => void>();
let newVersion = false;

/**
 * Registers the service worker when the page is complete and idle: nothing that is shown waits for
 * it. Browsers without one, and pages over plain HTTP, work as before.
 */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  if (document.readyState === 'complete') registerLater();
  else window.addEventListener('load', registerLater, { once: true });
}

/**
 * Subscribes to the event that a new version has taken over the service worker while this page runs
 * the previous one. The page continues to work; a reload brings the new version.
 * @returns a function that ends the subscription.
 */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  if (newVersion) listener();
  return () => listeners.delete(listener);
}

function registerLater(): void {
  setTimeout(() => whenIdle(() => void register(), IDLE_BY_MS), START_MS);
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // The first worker of all brings nothing new.
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) {
      newVersion = true;
      for (const listener of listeners) listener();
    }
    controlled = true;
  });
  try {
    const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    let checkedAt = Date.now();
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return;
      checkedAt = Date.now();
      registration.update().catch(() => {});
    });
  } catch {
    // Forbidden by the browser or the person: the app then needs a network, as any page does.
  }
}
