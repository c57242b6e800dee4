import type { Log } from '../http/log.ts';
import type { EngineError, EngineFailure } from './engines/engine.ts';
import type { Clock } from './retry.ts';

/** Failures in a row after which an engine is left alone. */
const TOLERATED = 3;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/** What a further try cannot mend: a person has to, or the next billing period. */
const LASTING: Partial<Record<EngineFailure, number>> = {
  refused: 5 * 60_000,
  quota: 15 * 60_000,
};

/** Failures that do not tell that the engine is broken: what was sent was wrong, or too much was sent. */
const NOT_COUNTED: ReadonlySet<EngineFailure> = new Set(['bad-request', 'busy']);

export interface EngineState {
  engine: string;
  /** `paused`: not asked until `pausedUntil`, then asked once to see whether it is back. */
  state: 'working' | 'failing' | 'paused';
  /** What failed last; null while it works. */
  lastFailure: EngineFailure | null;
  /** Milliseconds since 1970; null unless paused. */
  pausedUntil: number | null;
}

/** A circuit breaker for each engine, by its name: one that keeps failing costs everybody its time limit. */
export interface EngineHealth {
  /** Whether to ask the engine now. After a pause one caller is let through; the others wait for how that goes. */
  admits(engine: string): boolean;
  succeeded(engine: string): void;
  /** @param error how asking it once ended, retries included */
  failed(engine: string, error: EngineError): void;
  /**
   * Call it after every admission: if the result was neither `succeeded` nor `failed`, the next
   * caller may try. After those two it has no effect.
   */
  released(engine: string): void;
  states(): EngineState[];
}

interface HealthRecord {
  failures: number;
  /** Pauses in a row, each twice as long as the one before. */
  pauses: number;
  pausedUntil: number | null;
  trying: boolean;
  lastFailure: EngineFailure | null;
}

export interface EngineHealthOptions {
  /** The kind of work, for the log, because one name may belong to several engines. */
  kind: 'translation' | 'transcription' | 'reading' | 'assistance';
  clock: Pick<Clock, 'now'>;
  log: Log;
}

/** @param engines names of all engines, so that those never asked are shown too */
export function createEngineHealth(
  engines: readonly string[],
  { kind, clock, log }: EngineHealthOptions,
): EngineHealth {
  const records = new Map<string, HealthRecord>(engines.map((engine) => [engine, fresh()]));
  const of = (engine: string): HealthRecord => {
    const record = records.get(engine) ?? fresh();
    records.set(engine, record);
    return record;
  };

  function pause(engine: string, record: HealthRecord, ms: number): void {
    record.pausedUntil = clock.now() + ms;
    record.pauses += 1;
    record.failures = 0;
    log.warn(
      { engine, failure: record.lastFailure, seconds: Math.ceil(ms / 1000) },
      `${kind} engine left alone for a while`,
    );
  }

  return {
    admits(engine) {
      const record = of(engine);
      if (record.pausedUntil === null) return true;
      if (clock.now() < record.pausedUntil || record.trying) return false;
      record.trying = true;
      return true;
    },
    succeeded(engine) {
      if (of(engine).pausedUntil !== null) log.info({ engine }, `${kind} engine is back`);
      records.set(engine, fresh());
    },
    failed(engine, error) {
      const record = of(engine);
      record.trying = false;
      if (NOT_COUNTED.has(error.failure)) return;
      record.lastFailure = error.failure;
      record.failures += 1;
      const wanted = error.retryAfterMs ?? 0;
      const lasting = LASTING[error.failure];
      const backOff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** record.pauses);
      const onTrial = record.pausedUntil !== null;
      if (lasting !== undefined) pause(engine, record, Math.max(lasting, wanted));
      else if (wanted > FIRST_PAUSE_MS) pause(engine, record, wanted);
      else if (onTrial || record.failures >= TOLERATED) pause(engine, record, Math.max(backOff, wanted));
    },
    released(engine) {
      of(engine).trying = false;
    },
    states() {
      return [...records].map(([engine, record]) => ({ engine, ...stateOf(record) }));
    },
  };
}

function stateOf({ pausedUntil, lastFailure }: HealthRecord): Omit<EngineState, 'engine'> {
  const state = pausedUntil !== null ? 'paused' : lastFailure !== null ? 'failing' : 'working';
  return { state, lastFailure, pausedUntil };
}

function fresh(): HealthRecord {
  return { failures: 0, pauses: 0, pausedUntil: null, trying: false, lastFailure: null };
}
