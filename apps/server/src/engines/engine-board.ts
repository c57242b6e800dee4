import type { EngineState } from '@dragoman/functions/translate/engine-health';
import type { EngineFailure } from '@dragoman/functions/translate/engines/engine';

/** Engines that do one kind of work, in the order in which they are tried. */
export interface EngineGroup {
  /** `translation`, `speech`, `reading`, … */
  kind: string;
  engines: readonly DescribedEngine[];
  /** What an operator could do for better results; null: nothing. */
  advice: string | null;
}

export interface DescribedEngine extends EngineState {
  /** The name, the model and the host, never a key. */
  description: string;
}

/** `not-ready`: it cannot work yet, because its models are being downloaded or failed to arrive. */
export type EngineTestFailure = EngineFailure | 'not-ready';

/** How a try went. */
export type EngineTest =
  | { ok: true; milliseconds: number; answer: string }
  | { ok: false; milliseconds: number; failure: EngineTestFailure };

/** The outcome of a test of an engine. */
export type EngineTestOutcome =
  | { state: 'done'; test: EngineTest }
  | { state: 'unknown' }
  | { state: 'limited'; retryAfterMs: number };

/** The status that a service reports about its engines. */
export interface EngineBoard {
  /** Of this moment. */
  groups(): EngineGroup[];
  /** Asks one engine for a tiny piece of work, one at a time, and not too often. */
  test(kind: string, engine: string): Promise<EngineTestOutcome>;
}
