import type { EngineState } from '@dragoman/functions/translate/engine-health';

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
  /** Whether there is something to try it with. */
  testable: boolean;
}

/** How a try went. */
export type EngineTest =
  | { ok: true; milliseconds: number; answer: string }
  | { ok: false; milliseconds: number; failure: string };

/** What a service that uses engines tells of them. */
export interface EngineBoard {
  /** Of this moment. */
  groups(): EngineGroup[];
  /** Asks one engine for a piece of work. @returns null when there is no such engine, or nothing to try it with */
  test(kind: string, engine: string): Promise<EngineTest | null>;
}
