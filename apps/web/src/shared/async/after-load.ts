import { whenIdle } from './when-idle.ts';

/** Background work does not wait longer than this for an idle moment, in milliseconds. */
const LATEST_MS = 4_000;

/**
 * Resolves when the document has loaded and the browser is idle, after at most four seconds: later
 * loads do not compete with the page for a slow network.
 */
export async function afterLoad(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, LATEST_MS));
  await Promise.race([documentLoaded(), late]);
  await new Promise<void>((resolve) => whenIdle(resolve, LATEST_MS));
}

async function documentLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
}
