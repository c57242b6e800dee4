import type { ProviderFailure } from '@dragoman/functions/providers/provider';
import type { ProviderState } from '@dragoman/functions/providers/provider-health';

/** Providers that do one kind of work, in the order in which they are tried. */
export interface ProviderGroup {
  /** `translation`, `speech`, `reading`, … */
  kind: string;
  engines: readonly DescribedProvider[];
  /** Advice to the operator for better results; null: none. */
  advice: string | null;
}

export interface DescribedProvider extends ProviderState {
  /** The name, the model and the host, never a key. */
  description: string;
}

/** `not-ready`: it cannot work yet, because its models are being downloaded or failed to arrive. */
export type ProviderTestFailure = ProviderFailure | 'not-ready';

/** The result of a test. */
export type ProviderTest =
  | { ok: true; milliseconds: number; answer: string }
  | { ok: false; milliseconds: number; failure: ProviderTestFailure };

/** The outcome of a test of a provider. */
export type ProviderTestOutcome =
  | { state: 'done'; test: ProviderTest }
  | { state: 'unknown' }
  | { state: 'limited'; retryAfterMs: number };

/** The status that a service reports about its providers. */
export interface ProviderStatus {
  /** The groups at this moment. */
  groups(): ProviderGroup[];
  /** Tests one provider with a small request: one test at a time, and a limited number. */
  test(kind: string, provider: string): Promise<ProviderTestOutcome>;
}
