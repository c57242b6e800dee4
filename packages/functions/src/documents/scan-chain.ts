import type { Log } from '../http/log.ts';
import type { EngineHealth } from '../translate/engine-health.ts';
import { EngineError, isEngineError } from '../translate/engines/engine.ts';
import { DocumentReadError, type DocumentReadFailure } from './recognized-document.ts';
import type { ScanEngine } from './scan-engine.ts';

/** What is wrong with the picture itself: another engine could not read it either. */
const PICTURES_FAULT: ReadonlySet<DocumentReadFailure> = new Set(['not-an-image', 'animated', 'too-large']);

/**
 * Says nothing of the engine, or is no lasting trouble. Were these counted, a few pictures made to be slow would have reading
 * paused for everybody.
 */
const NOT_COUNTED: ReadonlySet<DocumentReadFailure> = new Set([
  ...PICTURES_FAULT,
  'busy',
  'timeout',
  'gave-up',
]);

export interface ScanChain {
  /** In the order in which they are tried. */
  engines: readonly ScanEngine[];
  health: EngineHealth;
  log: Log;
  /** Milliseconds that an engine may take which sets no time of its own. */
  engineMs: number;
  now(): number;
}

export interface ScanResult<Found> {
  engine: string;
  found: Found;
}

/**
 * Tries one engine after the other until one has read the picture.
 * @throws {DocumentReadError} when the picture is at fault; else that of the last engine,
 * `unavailable` without one
 */
export async function scanWithEngines<Found>(
  read: (engine: ScanEngine, signal: AbortSignal) => Promise<Found>,
  { engines, health, log, engineMs, now }: ScanChain,
  caller: AbortSignal,
): Promise<ScanResult<Found>> {
  let last = new DocumentReadError('unavailable', 'No engine that reads pictures is available');
  for (const engine of engines) {
    if (!health.admits(engine.name)) continue;
    const begun = now();
    try {
      const found = await read(
        engine,
        AbortSignal.any([caller, AbortSignal.timeout(engine.timeoutMs ?? engineMs)]),
      );
      health.succeeded(engine.name);
      log.info({ engine: engine.name, ms: Math.round(now() - begun) }, 'document read');
      return { engine: engine.name, found };
    } catch (error) {
      const failure = readErrorOf(error, caller);
      const counted = !(error instanceof DocumentReadError && NOT_COUNTED.has(error.failure));
      if (counted && !caller.aborted) health.failed(engine.name, engineErrorOf(error));
      log.warn(
        { engine: engine.name, failure: failureName(error), ms: Math.round(now() - begun) },
        'document not read',
      );
      if (PICTURES_FAULT.has(failure.failure) || caller.aborted) throw failure;
      last = failure;
    } finally {
      health.released(engine.name);
    }
  }
  throw last;
}

function readErrorOf(error: unknown, caller: AbortSignal): DocumentReadError {
  if (error instanceof DocumentReadError) return error;
  const timedOut = caller.aborted || (error instanceof DOMException && error.name === 'TimeoutError');
  if (timedOut || (isEngineError(error) && error.failure === 'timeout')) {
    return new DocumentReadError('timeout', 'Reading the picture took too long', { cause: error });
  }
  return new DocumentReadError('unavailable', 'The picture could not be read now', { cause: error });
}

function engineErrorOf(error: unknown): EngineError {
  if (isEngineError(error)) return error;
  const timeout = readErrorOf(error, new AbortController().signal).failure === 'timeout';
  return new EngineError(timeout ? 'timeout' : 'unavailable', 'The engine failed', { cause: error });
}

/** For the log: kinds and names alone, since messages may quote what was read. */
function failureName(error: unknown): string {
  if (error instanceof DocumentReadError || isEngineError(error)) return error.failure;
  return error instanceof Error ? error.name : typeof error;
}
