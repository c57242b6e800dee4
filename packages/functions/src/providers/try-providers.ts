import { isProviderError, type Provider, type ProviderError } from './provider.ts';
import type { ProviderHealth } from './provider-health.ts';

/** Why one provider gave no answer. */
export type Refusal =
  /** It was not asked, and will be left alone for so many more milliseconds. */
  { kind: 'paused'; waitMs: number } | { kind: 'failed'; error: unknown };

type Outcome<Result> =
  | { ok: true; result: Result }
  /** In the order of the providers; without those whose answer was not accepted. */
  | { ok: false; refusals: Refusal[] };

export interface Tries<One extends Pick<Provider, 'name'>, Answer, Result> {
  /** In the order in which they are tried. */
  providers: readonly One[];
  health: ProviderHealth;
  /**
   * Aborted when the caller no longer waits. It was us, then, who ended the attempt: that counts
   * against no provider, and no further one is asked.
   */
  caller: AbortSignal;
  /** Aborted when the time of all providers together is over; without it each has its own. */
  whole?: AbortSignal;
  /** In milliseconds. */
  now(): number;
  /** Asks one provider; retries and time limits within are its own. */
  ask(provider: One): Promise<Answer>;
  /**
   * @param ms since this provider was asked
   * @returns null for an answer of no use: the provider works, but the next one is asked
   */
  accept(answer: Answer, provider: One, ms: number): Result | null;
  /**
   * @returns the failure that the provider's health counts; null for an error that says nothing of
   * it. Without this function only an {@link ProviderError} counts.
   */
  counted?(error: unknown): ProviderError | null;
  /** Notes a failure, which the provider's health has counted. */
  onFailure(error: unknown, provider: One, ms: number): void;
  /** Checks whether the other providers would fail in the same way. */
  isFinal?(error: unknown): boolean;
}

/**
 * Asks one provider after the other until one gives an answer that is accepted. Those that keep
 * failing are left alone for a while, see {@link ProviderHealth}. Never rejects for what a provider
 * does.
 */
export async function tryProviders<One extends Pick<Provider, 'name'>, Answer, Result>({
  providers,
  health,
  caller,
  whole,
  now,
  ask,
  accept,
  counted = (error) => (isProviderError(error) ? error : null),
  onFailure,
  isFinal = () => false,
}: Tries<One, Answer, Result>): Promise<Outcome<Result>> {
  const refusals: Refusal[] = [];
  for (const provider of providers) {
    if (whole?.aborted) break;
    const { name } = provider;
    if (!health.admits(name)) {
      refusals.push({ kind: 'paused', waitMs: health.waitMs(name) });
      continue;
    }
    const started = now();
    try {
      const answer = await ask(provider);
      health.succeeded(name);
      const result = accept(answer, provider, now() - started);
      if (result !== null) return { ok: true, result };
    } catch (error) {
      const failure = counted(error);
      if (failure && !caller.aborted) health.failed(name, failure);
      onFailure(error, provider, now() - started);
      refusals.push({ kind: 'failed', error });
      if (caller.aborted || isFinal(error)) break;
    } finally {
      health.released(name);
    }
  }
  return { ok: false, refusals };
}
