/** The browser's own opinion of its network, until {@link restoreNetwork}. */
export function setNetwork(onLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: onLine, configurable: true });
  window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
}

/** For the end of a test: all files share one browser. */
export function restoreNetwork(): void {
  Reflect.deleteProperty(navigator, 'onLine');
  window.dispatchEvent(new Event('online'));
}
