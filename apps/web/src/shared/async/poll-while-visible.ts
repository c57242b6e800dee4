/** Interval of reading without live changes, in ms. */
const POLL_MS = 20_000;

/**
 * Reads something every 20 s while the page is visible, in place of live changes.
 * @returns ends it
 */
export function pollWhileVisible(read: () => void): () => void {
  const polling = setInterval(() => document.visibilityState === 'visible' && read(), POLL_MS);
  return () => clearInterval(polling);
}
