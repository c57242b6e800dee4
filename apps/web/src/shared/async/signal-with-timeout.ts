/**
 * A signal that aborts with another one, or after a time, with a `TimeoutError`. (`AbortSignal.any`
 * is too young for the oldest supported browsers.)
 */
export function signalWithTimeout(signal: AbortSignal | null | undefined, milliseconds: number): AbortSignal {
  const timeout = AbortSignal.timeout(milliseconds);
  if (!signal) return timeout;
  const both = new AbortController();
  for (const one of [signal, timeout]) {
    if (one.aborted) both.abort(one.reason);
    one.addEventListener('abort', () => both.abort(one.reason), { once: true });
  }
  return both.signal;
}
