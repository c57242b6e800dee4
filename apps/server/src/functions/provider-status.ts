import { type CallerLimits, createCallerLimit } from '@dragoman/functions/http/caller-limit';
import type { ProviderHealth } from '@dragoman/functions/providers/provider-health';
import { systemClock } from '@dragoman/functions/providers/retry';
import type { ProviderStatus, ProviderTest } from '../providers/provider-status.ts';
import { type Probe, probeFailure } from './provider-probes.ts';

/** The page waits for half a minute; a model that is loaded first takes most of it. */
const TEST_MS = 25_000;
/** Per provider, for all callers together: every test costs as much as other work. */
const TEST_LIMITS: CallerLimits = { calls: 12, windowMs: 10 * 60_000, atOnce: 1 };
const SHOWN_CHARACTERS = 200;

/** Providers that do one kind of work. */
export interface ProviderSection {
  kind: string;
  health: ProviderHealth;
  /** In the order in which they are tried. */
  engines: ReadonlyArray<{ name: string; description: string; probe: Probe }>;
  advice: () => string | null;
  /** Checks whether a provider is listed now; without this function every provider is. */
  isShown?(name: string): boolean;
}

/** The providers of the functions, for the administrators: from the same records as `/readyz`. */
export function createProviderStatus(sections: readonly ProviderSection[]): ProviderStatus {
  const limit = createCallerLimit(TEST_LIMITS, systemClock);
  return {
    groups: () =>
      sections.map(({ kind, health, engines: providers, advice, isShown = () => true }) => ({
        kind,
        engines: health
          .states()
          .filter((state) => isShown(state.engine))
          .map((state) => ({
            ...state,
            description: providers.find(({ name }) => name === state.engine)?.description ?? state.engine,
          })),
        advice: advice(),
      })),
    async test(kind, name) {
      const section = sections.find((one) => one.kind === kind);
      const provider = section?.engines.find((one) => one.name === name);
      if (!section || !provider) return { state: 'unknown' };
      const admission = limit.admit(`${kind} ${name}`);
      if (!admission.ok) return { state: 'limited', retryAfterMs: admission.retryAfterMs };
      try {
        return { state: 'done', test: await tried(provider, section.health) };
      } finally {
        admission.done();
      }
    },
  };
}

/** A test's result counts like other work: a recovered provider is used again at once. */
async function tried(
  { name, probe }: { name: string; probe: Probe },
  health: ProviderHealth,
): Promise<ProviderTest> {
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
