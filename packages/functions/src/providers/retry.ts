import type { Log } from '../http/log.ts';
import { isProviderError, ProviderError } from './provider.ts';

/** Time and chance, so that tests need neither wait nor guess. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`, or as soon as `signal` is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** A signal that is aborted after `ms`. */
  timeout(ms: number): AbortSignal;
  /** 0 <= n < 1 */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  random: () => Math.random(),
  timeout: (ms) => AbortSignal.timeout(ms),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const timer = setTimeout(finish, ms);
      signal.addEventListener('abort', finish, { once: true });
      function finish() {
        clearTimeout(timer);
        signal.removeEventListener('abort', finish);
        resolve();
      }
    });
  },
};

/** All in milliseconds but `attempts`. */
export interface RetryLimits {
  /** Attempts per provider, the first one included. */
  attempts: number;
  /** Longest time that one attempt may take. */
  attemptMs: number;
  /** Longest time for everything: all attempts of all providers and the waits between them. */
  totalMs: number;
  /** Wait before the second attempt; doubles each time. */
  backoffMs: number;
  /** Longest wait, also when a provider asks for more: then the next provider is better. */
  maxWaitMs: number;
}

export const DEFAULT_LIMITS: RetryLimits = {
  attempts: 3,
  attemptMs: 8_000,
  totalMs: 20_000,
  backoffMs: 300,
  maxWaitMs: 3_000,
};

export interface RetryContext {
  limits: RetryLimits;
  clock: Clock;
  /** Clock time at which the whole budget ends. */
  deadline: number;
  /** Aborts everything: the budget is used up, or the caller no longer waits. */
  signal: AbortSignal;
  /** Called for each failed attempt. */
  onFailure(error: ProviderError, attempt: number): void;
}

/** @returns an `onFailure` that logs each failed attempt. @param facts never hold what was asked */
export function logAttempts(
  log: Log,
  facts: Record<string, unknown>,
  message: string,
): RetryContext['onFailure'] {
  return ({ failure, status }, attempt) => log.warn({ ...facts, attempt, failure, status }, message);
}

/**
 * Runs `attempt` until it succeeds, at most `limits.attempts` times. Waits longer each time, half
 * of it by chance so that many callers do not come back at once, and at least as long as the
 * provider asked for with Retry-After.
 * @throws {EngineError} the last failure, when it is not worth retrying or there is no time for it.
 */
export async function withRetries<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  context: RetryContext,
): Promise<T> {
  const { limits, clock, signal } = context;
  for (let n = 1; ; n++) {
    try {
      return await withTimeLimit(attempt, clock.timeout(limits.attemptMs), signal);
    } catch (error) {
      if (!isProviderError(error)) throw error;
      context.onFailure(error, n);
      const wait = waitBefore(n, error, limits, clock.random());
      const hopeless = !error.retryable || n >= limits.attempts || wait === null;
      if (hopeless || clock.now() + wait >= context.deadline) throw error;
      await clock.sleep(wait, signal);
      if (signal.aborted) throw error;
    }
  }
}

/**
 * @returns the wait after failure number `n` in milliseconds, or null when the provider asks for
 * more than we wait.
 */
function waitBefore(n: number, error: ProviderError, limits: RetryLimits, random: number): number | null {
  const ceiling = Math.min(limits.maxWaitMs, limits.backoffMs * 2 ** (n - 1));
  const backoff = ceiling / 2 + (ceiling / 2) * random;
  if (error.retryAfterMs === null) return backoff;
  return error.retryAfterMs > limits.maxWaitMs ? null : Math.max(backoff, error.retryAfterMs);
}

async function withTimeLimit<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  limit: AbortSignal,
  outer: AbortSignal,
): Promise<T> {
  try {
    return await attempt(AbortSignal.any([outer, limit]));
  } catch (error) {
    if (isProviderError(error)) throw error;
    if (outer.aborted || limit.aborted) {
      throw new ProviderError('timeout', 'The engine did not answer in time', { cause: error });
    }
    throw error;
  }
}
