import { PASS_MESSAGES } from '@dragoman/domain/cards/document-scan';
import { MESSAGE_MAX_LENGTH } from '@dragoman/domain/messages';
import { isBlank } from '@dragoman/domain/text';
import type { FunctionHandler } from '../http/caller.ts';
import type { CallerLimits } from '../http/caller-limit.ts';
import { jsonResponse } from '../http/json.ts';
import { errorName, type Log } from '../http/log.ts';
import { createProviderLimit, type ProviderLimit } from '../http/provider-limit.ts';
import { isProviderError, ProviderError } from '../providers/provider.ts';
import { createProviderHealth, type ProviderHealth } from '../providers/provider-health.ts';
import { systemClock } from '../providers/retry.ts';
import { tryProviders } from '../providers/try-providers.ts';
import type { Extracted, ExtractionHints } from './extraction/extracted.ts';
import { DocumentReadError, type DocumentReadFailure } from './recognized-document.ts';
import type { ScanOptions, ScanProvider } from './scan-provider.ts';
import { MOVES, NO_IMAGE, readScanRequest, type ScanImage, ScanRequestError } from './scan-request.ts';

export interface ScanDependencies {
  /** In the order in which they are tried; may be empty. */
  providers: readonly ScanProvider[];
  log: Log;
  /** Milliseconds that a provider may take which sets no time of its own. */
  providerMs?: number;
  /**
   * The limit of pictures; shared between the functions, so that a user has one allowance for all.
   */
  providerLimit?: ProviderLimit;
  /** Shared with the status page. */
  health?: ProviderHealth;
  /** Known facts about a user that help to read for them; must not fail. */
  hintsFor?: (userId: string, request: Request) => Promise<ExtractionHints>;
}

/** Limits on the pictures of one user. */
export const SCAN_CALLER_LIMITS: CallerLimits = { calls: 30, windowMs: 60_000, atOnce: 2 };

const DEFAULT_PROVIDER_MS = 20_000;

/** Texts of specification 5.4, 8.4. */
const NOTHING_FOUND = PASS_MESSAGES.nothingFound;
const TOO_MANY_PIXELS = 'The picture has too many pixels. Please upload a smaller one';
export const NO_TEXT = 'No text was found in the picture';
const TEXT_FAILED = 'The text in the picture could not be read';
const CARD_FAILED = 'Failed to process business card';
const PASS_FAILED = 'Failed to process entrance pass';

/**
 * The function `process-business-card` (specification 7.6): POST {image: data URL} with a bearer
 * token, answered by {success, error?, data: {name, company, email, phone, website, whatsapp,
 * wechat}}, and beyond the specification `designation`, the names in the other script, which fields
 * are `uncertain`, a badge's opaque id as `badge`, and the `engine`.
 *
 * Statuses: 200 · 400 no image · 401 no session · 405 not POST · 413 5 MB or more, or too many
 * pixels · 415 animated · 422 empty or unreadable · 429 too many from this user, from this address
 * or in total · 503 too many from all users, or no provider · 504 timeout.
 */
export function createBusinessCardHandler(dependencies: ScanDependencies): FunctionHandler {
  return createHandler(dependencies, CARD_FAILED, fieldsAnswer, (provider, image, options) =>
    provider.readCard(image, options),
  );
}

/**
 * The function `process-entrance-pass` (specification 7.6), as above with {name, company,
 * designation}.
 */
export function createEntrancePassHandler(dependencies: ScanDependencies): FunctionHandler {
  return createHandler(dependencies, PASS_FAILED, fieldsAnswer, (provider, image, options) =>
    provider.readPass(image, options),
  );
}

/**
 * The function `read-picture` (specification 7.10): POST {image: data URL}, answered by {success,
 * error?, data: {text}, engine}. The text has {@link MESSAGE_MAX_LENGTH} characters at most, as
 * much as `translate` takes. Statuses as above; 422 for a picture without text.
 */
export function createReadPictureHandler(dependencies: ScanDependencies): FunctionHandler {
  return createHandler(dependencies, TEXT_FAILED, textAnswer, (provider, image, options) =>
    provider.readText(image, options),
  );
}

function createHandler<Found>(
  dependencies: ScanDependencies,
  failed: string,
  answer: (found: Found, provider: string) => Response,
  read: (provider: ScanProvider, image: ScanImage, options: ScanOptions) => Promise<Found>,
): FunctionHandler {
  const { providers, log, hintsFor } = dependencies;
  const callers =
    dependencies.providerLimit ?? createProviderLimit({ user: SCAN_CALLER_LIMITS }, systemClock);
  const chain: ScanChain = {
    providers,
    log,
    providerMs: dependencies.providerMs ?? DEFAULT_PROVIDER_MS,
    health:
      dependencies.health ?? createProviderHealth(providers, { kind: 'reading', clock: systemClock, log }),
  };

  return async function handleScan(request, caller) {
    if (request.method !== 'POST') return failure(405, 'Method not allowed: use POST', { allow: 'POST' });
    if (!caller) return failure(401, 'No session');
    const admission = callers.admit(caller);
    if (!admission.ok) return tooManyScans(admission.retryAfterMs);
    try {
      const image = await readScanRequest(request);
      const hints = (await hintsFor?.(caller.userId, request)) ?? {};
      const { engine: provider, found } = await scanWithProviders(
        (one, signal) => read(one, image, { signal, hints }),
        chain,
        request.signal,
      );
      return answer(found, provider);
    } catch (error) {
      if (error instanceof ScanRequestError) return failure(error.status, error.message);
      if (error instanceof DocumentReadError) return readFailure(error, failed);
      throw error;
    } finally {
      admission.done();
    }
  };
}

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

interface ScanChain {
  /** In the order in which they are tried. */
  providers: readonly ScanProvider[];
  health: ProviderHealth;
  log: Log;
  /** Milliseconds that a provider may take which sets no time of its own. */
  providerMs: number;
}

/**
 * Tries one provider after the other until one has read the picture.
 * @throws {DocumentReadError} when the picture is at fault; else that of the last provider,
 * `unavailable` without one
 */
async function scanWithProviders<Found>(
  read: (provider: ScanProvider, signal: AbortSignal) => Promise<Found>,
  { providers, health, log, providerMs }: ScanChain,
  caller: AbortSignal,
): Promise<{ engine: string; found: Found }> {
  const outcome = await tryProviders({
    providers,
    health,
    caller,
    now: () => performance.now(),
    ask: (provider) =>
      read(provider, AbortSignal.any([caller, AbortSignal.timeout(provider.timeoutMs ?? providerMs)])),
    accept(found, { name: engine }, ms) {
      log.info({ engine, ms: Math.round(ms) }, 'document read');
      return { engine, found };
    },
    counted: (error) =>
      error instanceof DocumentReadError && NOT_COUNTED.has(error.failure) ? null : providerErrorOf(error),
    onFailure(error, { name: engine }, ms) {
      log.warn({ engine, failure: failureName(error), ms: Math.round(ms) }, 'document not read');
    },
    isFinal: (error) => error instanceof DocumentReadError && PICTURES_FAULT.has(error.failure),
  });
  if (outcome.ok) return outcome.result;
  const last = outcome.refusals.findLast((refusal) => refusal.kind === 'failed');
  if (last) throw readErrorOf(last.error, caller);
  throw new DocumentReadError('unavailable', 'No engine that reads pictures is available');
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
  return errorName(error);
}

function textAnswer(found: string, provider: string): Response {
  const text = Array.from(found).slice(0, MESSAGE_MAX_LENGTH).join('').trim();
  if (isBlank(text)) return failure(422, NO_TEXT);
  return jsonResponse(200, { success: true, data: { text }, engine: provider });
}

function fieldsAnswer(found: Extracted<string>, provider: string): Response {
  const { fields, alternatives, uncertain, badge = '' } = found;
  if (!badge && Object.values(fields).every((value) => value === '')) return failure(422, NOTHING_FOUND);
  const data = { ...fields, ...(badge && { badge }), alternatives, uncertain };
  return jsonResponse(200, { success: true, data, engine: provider });
}

function readFailure(error: DocumentReadError, failed: string): Response {
  switch (error.failure) {
    case 'not-an-image':
      return failure(400, NO_IMAGE);
    case 'animated':
      return failure(415, MOVES);
    case 'too-large':
      return failure(413, TOO_MANY_PIXELS);
    case 'busy':
      return failure(503, 'Many pictures are being read now. Please try again in a moment', {
        'retry-after': '5',
      });
    case 'timeout':
      return failure(504, failed);
    case 'gave-up':
      return failure(422, failed);
    case 'unavailable':
      return failure(503, failed, { 'retry-after': '30' });
  }
}

/** The response to a user over the limit of pictures. */
export function tooManyScans(retryAfterMs: number): Response {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  return failure(429, `Too many scans at once. Please try again in ${seconds} s`, {
    'retry-after': String(seconds),
  });
}

/** The keys that specification 7.6 names are always there. */
function failure(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { success: false, error }, headers);
}
