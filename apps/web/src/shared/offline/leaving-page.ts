/**
 * WebKit keeps a page that the user leaves, to show it again when they go back. Its IndexedDB
 * transactions in progress stop with it, and every later page of the site waits for them without
 * end (docs/adr/0011). This module ends them in time.
 */

const endings = new Set<() => void>();
let isListening = false;
let left = 0;
let shown: Promise<void> = Promise.resolve();

/**
 * Calls `end` when the browser keeps the page that the user leaves. A page that is not kept needs
 * no such call: the browser ends its transactions itself.
 * @returns a function that takes the call back
 */
export function whenLeft(end: () => void): () => void {
  if (!isListening) {
    isListening = true;
    window.addEventListener('pagehide', leave);
  }
  endings.add(end);
  return () => endings.delete(end);
}

/** Aborts a transaction that is still in progress when the browser keeps the left page. */
export function abortWhenLeft(transaction: IDBTransaction): void {
  const forget = whenLeft(() => transaction.abort());
  transaction.addEventListener('complete', forget);
  transaction.addEventListener('abort', forget);
}

/** @returns the number of times that the user has left this page, and the browser has kept it */
export function timesLeft(): number {
  return left;
}

/** Resolves at once in a page that is shown, else when the browser shows the kept page again. */
export function untilShown(): Promise<void> {
  return shown;
}

function leave({ persisted }: PageTransitionEvent): void {
  if (!persisted) return;
  left += 1;
  shown = new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true });
  });
  for (const end of [...endings]) {
    try {
      end();
    } catch {
      // The transaction is over, and its event is on its way.
    }
  }
}
