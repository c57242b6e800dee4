import type { Log } from '../http/log.ts';
import type { Provider, ProviderError, ProviderFailure } from './provider.ts';
import type { Clock } from './retry.ts';

/** Failures in a row after which a provider is left alone. */
const TOLERATED = 3;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * Failures that a retry cannot fix: they last until a person acts or the next billing period
 * begins.
 */
const LASTING: Partial<Record<ProviderFailure, number>> = {
  refused: 5 * 60_000,
  quota: 15 * 60_000,
};

/** Failures that do not mean that the provider is broken: the request was wrong, or too large. */
const NOT_COUNTED: ReadonlySet<ProviderFailure> = new Set(['bad-request', 'busy']);

export interface ProviderState {
  engine: string;
  /** `paused`: not asked until `pausedUntil`, then asked once to see whether it is back. */
  state: 'working' | 'failing' | 'paused';
  /** The most recent failure; null while it works. */
  lastFailure: ProviderFailure | null;
  /** Milliseconds since 1970; null unless paused. */
  pausedUntil: number | null;
}

/**
 * A circuit breaker for each provider, by its name: one that keeps failing costs each caller its
 * time limit.
 */
export interface ProviderHealth {
  /**
   * Checks whether to ask the provider now. After a pause one caller is let through; the others
   * wait for how that goes.
   */
  admits(provider: string): boolean;
  succeeded(provider: string): void;
  /** @param error how asking it once ended, retries included */
  failed(provider: string, error: ProviderError): void;
  /**
   * Call it after every admission: if the result was neither `succeeded` nor `failed`, the next
   * caller may try. After those two it has no effect.
   */
  released(provider: string): void;
  /** @returns milliseconds until the provider's pause is over; 0 without one */
  waitMs(provider: string): number;
  states(): ProviderState[];
}

interface HealthRecord {
  failures: number;
  /** Pauses in a row, each twice as long as the one before. */
  pauses: number;
  pausedUntil: number | null;
  trying: boolean;
  lastFailure: ProviderFailure | null;
}

interface ProviderHealthOptions {
  /** The kind of work, for the log, because one name may belong to several providers. */
  kind: 'translation' | 'transcription' | 'reading' | 'assistance';
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** @param providers all of them, so that those never asked are shown too */
export function createProviderHealth(
  providers: readonly Pick<Provider, 'name'>[],
  { kind, clock, log }: ProviderHealthOptions,
): ProviderHealth {
  const records = new Map<string, HealthRecord>(providers.map(({ name }) => [name, fresh()]));
  const of = (provider: string): HealthRecord => {
    const record = records.get(provider) ?? fresh();
    records.set(provider, record);
    return record;
  };

  function pause(provider: string, record: HealthRecord, ms: number): void {
    record.pausedUntil = clock.now() + ms;
    record.pauses += 1;
    record.failures = 0;
    log.warn(
      { engine: provider, failure: record.lastFailure, seconds: Math.ceil(ms / 1000) },
      `${kind} engine left alone for a while`,
    );
  }

  return {
    admits(provider) {
      const record = of(provider);
      if (record.pausedUntil === null) return true;
      if (clock.now() < record.pausedUntil || record.trying) return false;
      record.trying = true;
      return true;
    },
    succeeded(provider) {
      if (of(provider).pausedUntil !== null) log.info({ engine: provider }, `${kind} engine is back`);
      records.set(provider, fresh());
    },
    failed(provider, error) {
      const record = of(provider);
      const onTrial = record.trying;
      record.trying = false;
      // A call from before the pause: ten that fail at once must not pause it ten times as long.
      const isLate = record.pausedUntil !== null && !onTrial;
      if (isLate || NOT_COUNTED.has(error.failure)) return;
      record.lastFailure = error.failure;
      record.failures += 1;
      const wanted = error.retryAfterMs ?? 0;
      const lasting = LASTING[error.failure];
      const backOff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** record.pauses);
      if (lasting !== undefined) pause(provider, record, Math.max(lasting, wanted));
      else if (wanted > FIRST_PAUSE_MS) pause(provider, record, wanted);
      else if (onTrial || record.failures >= TOLERATED) pause(provider, record, Math.max(backOff, wanted));
    },
    released(provider) {
      of(provider).trying = false;
    },
    waitMs(provider) {
      return Math.max(0, (of(provider).pausedUntil ?? 0) - clock.now());
    },
    states() {
      return [...records].map(([provider, record]) => ({ engine: provider, ...stateOf(record) }));
    },
  };
}

function stateOf({ pausedUntil, lastFailure }: HealthRecord): Omit<ProviderState, 'engine'> {
  const state = pausedUntil !== null ? 'paused' : lastFailure !== null ? 'failing' : 'working';
  return { state, lastFailure, pausedUntil };
}

function fresh(): HealthRecord {
  return { failures: 0, pauses: 0, pausedUntil: null, trying: false, lastFailure: null };
}
