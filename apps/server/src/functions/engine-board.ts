import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import type { EngineHealth } from '@dragoman/functions/translate/engine-health';
import { systemClock } from '@dragoman/functions/translate/retry';
import type { EngineBoard, EngineTest } from '../engines/engine-board.ts';
import { type Probe, probeFailure } from './engine-probes.ts';

/** The page waits for half a minute; a model that is loaded first takes most of it. */
const TEST_MS = 25_000;
/** Per engine, for all callers together: every test costs as much as other work. */
const TEST_LIMITS: CallerLimits = { calls: 12, windowMs: 10 * 60_000, atOnce: 1 };
const SHOWN_CHARACTERS = 200;

/** Engines that do one kind of work. */
export interface EngineSection {
  kind: string;
  health: EngineHealth;
  /** In the order in which they are tried. */
  engines: ReadonlyArray<{ name: string; description: string; probe: Probe }>;
  advice: () => string | null;
  /** Whether an engine is listed now; without it every engine is. */
  isShown?(name: string): boolean;
}

/** The engines of the functions, for the organiser: from the same records as `/readyz`. */
export function createEngineBoard(sections: readonly EngineSection[]): EngineBoard {
  const limit = createCallerLimit(TEST_LIMITS, systemClock);
  return {
    groups: () =>
      sections.map(({ kind, health, engines, advice, isShown = () => true }) => ({
        kind,
        engines: health
          .states()
          .filter((state) => isShown(state.engine))
          .map((state) => ({
            ...state,
            description: engines.find(({ name }) => name === state.engine)?.description ?? state.engine,
          })),
        advice: advice(),
      })),
    async test(kind, name) {
      const section = sections.find((one) => one.kind === kind);
      const engine = section?.engines.find((one) => one.name === name);
      if (!section || !engine) return { state: 'unknown' };
      const admission = limit.admit(`${kind} ${name}`);
      if (!admission.ok) return { state: 'limited', retryAfterMs: admission.retryAfterMs };
      try {
        return { state: 'done', test: await tried(engine, section.health) };
      } finally {
        admission.done();
      }
    },
  };
}

/** A test's result counts like other work: a recovered engine is used again at once. */
async function tried(
  { name, probe }: { name: string; probe: Probe },
  health: EngineHealth,
): Promise<EngineTest> {
  const started = performance.now();
  const milliseconds = () => Math.round(performance.now() - started);
  try {
    const answer = await probe(AbortSignal.timeout(TEST_MS));
    health.succeeded(name);
    return { ok: true, milliseconds: milliseconds(), answer: answer.slice(0, SHOWN_CHARACTERS) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { failure, counted } = probeFailure(error);
    if (counted) health.failed(name, counted);
    return { ok: false, milliseconds: milliseconds(), failure };
  }
}
