import type { Log } from '../http/log.ts';
import type { ProviderHealth } from '../translate/provider-health.ts';
import { isProviderError, ProviderError } from '../translate/providers/provider.ts';
import { DocumentReadError, type DocumentReadFailure } from './recognized-document.ts';
import type { ScanProvider } from './scan-provider.ts';

/** Faults of the picture itself: another provider could not read it either. */
const PICTURES_FAULT: ReadonlySet<DocumentReadFailure> = new Set(['not-an-image', 'animated', 'too-large']);

/**
 * Says nothing of the provider, or is no lasting trouble. If these counted, a few pictures made to
 * be slow would pause reading for all users.
 */
const NOT_COUNTED: ReadonlySet<DocumentReadFailure> = new Set([
  ...PICTURES_FAULT,
  'busy',
  'timeout',
  'gave-up',
]);

export interface ScanChain {
  /** In the order in which they are tried. */
  providers: readonly ScanProvider[];
  health: ProviderHealth;
  log: Log;
  /** Milliseconds that a provider may take which sets no time of its own. */
  providerMs: number;
  now(): number;
}

export interface ScanResult<Found> {
  engine: string;
  found: Found;
}

/**
 * Tries one provider after the other until one has read the picture.
 * @throws {DocumentReadError} when the picture is at fault; else that of the last provider,
 * `unavailable` without one
 */
export async function scanWithProviders<Found>(
  read: (provider: ScanProvider, signal: AbortSignal) => Promise<Found>,
  { providers, health, log, providerMs, now }: ScanChain,
  caller: AbortSignal,
): Promise<ScanResult<Found>> {
  let last = new DocumentReadError('unavailable', 'No engine that reads pictures is available');
  for (const provider of providers) {
    if (!health.admits(provider.name)) continue;
    const begun = now();
    try {
      const found = await read(
        provider,
        AbortSignal.any([caller, AbortSignal.timeout(provider.timeoutMs ?? providerMs)]),
      );
      health.succeeded(provider.name);
      log.info({ engine: provider.name, ms: Math.round(now() - begun) }, 'document read');
      return { engine: provider.name, found };
    } catch (error) {
      const failure = readErrorOf(error, caller);
      const counted = !(error instanceof DocumentReadError && NOT_COUNTED.has(error.failure));
      if (counted && !caller.aborted) health.failed(provider.name, providerErrorOf(error));
      log.warn(
        { engine: provider.name, failure: failureName(error), ms: Math.round(now() - begun) },
        'document not read',
      );
      if (PICTURES_FAULT.has(failure.failure) || caller.aborted) throw failure;
      last = failure;
    } finally {
      health.released(provider.name);
    }
  }
  throw last;
}

function readErrorOf(error: unknown, caller: AbortSignal): DocumentReadError {
  if (error instanceof DocumentReadError) return error;
  const timedOut = caller.aborted || (error instanceof DOMException && error.name === 'TimeoutError');
  if (timedOut || (isProviderError(error) && error.failure === 'timeout')) {
    return new DocumentReadError('timeout', 'Reading the picture took too long', { cause: error });
  }
  return new DocumentReadError('unavailable', 'The picture could not be read now', { cause: error });
}

function providerErrorOf(error: unknown): ProviderError {
  if (isProviderError(error)) return error;
  const timeout = readErrorOf(error, new AbortController().signal).failure === 'timeout';
  return new ProviderError(timeout ? 'timeout' : 'unavailable', 'The engine failed', { cause: error });
}

/**
 * The name of an error in the log: kinds and names alone, since messages may quote what was read.
 */
function failureName(error: unknown): string {
  if (error instanceof DocumentReadError || isProviderError(error)) return error.failure;
  return error instanceof Error ? error.name : typeof error;
}
