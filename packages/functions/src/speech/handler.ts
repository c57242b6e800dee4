import { isLanguage, LANGUAGES, type Language } from '@dragoman/domain/languages';
import { MESSAGE_MAX_LENGTH } from '@dragoman/domain/messages';
import { characterCount, storableText } from '@dragoman/domain/text';
import {
  AUDIO_FIELD,
  LANGUAGE_FIELD,
  SPEECH_MESSAGES,
  type SpeechFailure,
  type SpeechResponse,
  VOICE_MAX_BYTES,
} from '@dragoman/domain/voice-messages';
import type { FunctionHandler } from '../http/caller.ts';
import type { CallerLimits } from '../http/caller-limit.ts';
import { jsonResponse, retryAfterHeader } from '../http/json.ts';
import { BodyTooLargeError, readLimitedBytes } from '../http/limited-text.ts';
import { errorName, type Log } from '../http/log.ts';
import { createProviderLimit, type ProviderLimit } from '../http/provider-limit.ts';
import { isProviderError, ProviderError, type Turn } from '../providers/provider.ts';
import { createProviderHealth, type ProviderHealth } from '../providers/provider-health.ts';
import { type Clock, logAttempts, type RetryLimits, systemClock, withRetries } from '../providers/retry.ts';
import { type Refusal, tryProviders } from '../providers/try-providers.ts';
import type { AudioChecker, CheckedAudio } from './audio-check.ts';
import { AUDIO_FAULTS } from './audio-faults.ts';
import {
  type SpeechJob,
  type SpeechProvider,
  type UnreadableReason,
  UnreadableRecordingError,
} from './speech-provider.ts';

export interface SpeechDependencies {
  /** In the order in which they are tried. Empty: speech is not written down here. */
  providers: readonly SpeechProvider[];
  /** Reads what strangers send: in a process of its own where one process serves all users. */
  check: AudioChecker;
  /** @returns the language of the caller's profile, or null without a profile. May reject. */
  languageOf(userId: string, request: Request): Promise<Language | null>;
  log: Log;
  clock?: Clock;
  /** The limit of transcribed recordings. */
  providerLimit?: ProviderLimit;
  limits?: Partial<RetryLimits>;
  /** Shared with the status page; a private instance when omitted. */
  health?: ProviderHealth;
}

/** A recording of two minutes on a processor without a graphics card takes about this long. */
const SPEECH_LIMITS: RetryLimits = {
  attempts: 2,
  attemptMs: 45_000,
  totalMs: 60_000,
  backoffMs: 500,
  maxWaitMs: 5_000,
};

export const SPEECH_CALLER_LIMITS: CallerLimits = { calls: 20, windowMs: 60_000, atOnce: 2 };

/** The recording and what multipart puts around it. */
const MAX_BODY_BYTES = VOICE_MAX_BYTES + 16_384;

const UNREADABLE: Record<UnreadableReason, string> = {
  'unknown-format': SPEECH_MESSAGES.unknownFormat,
  'no-decoder': SPEECH_MESSAGES.noDecoder,
  damaged: AUDIO_FAULTS['not-audio'].error,
};

const BUSY_RETRY_MS = 5_000;

/**
 * The function `speech-to-text` (specification 7.8): POST multipart/form-data with the field
 * `audio` and a bearer token, answered by {text}, which is empty when no words were heard, or
 * {error}. The field `language` may say what is spoken; without it the caller's profile does.
 * Nothing of recordings and texts is kept or logged.
 *
 * Statuses: 200 · 400 no recording, an empty one or a bad field · 401 no session · 405 not POST ·
 * 413 too large or too long · 415 no audio, judged by its bytes, or in a format that no provider
 * reads · 429 too many calls of this user, or too many recordings wait for a provider · 502 the
 * providers failed · 503 no provider is configured or ready for the language, all are left alone
 * for a while, or too many recordings wait to be checked.
 */
export function createSpeechHandler(dependencies: SpeechDependencies): FunctionHandler {
  const { providers, check, log, clock = systemClock } = dependencies;
  const limits = { ...SPEECH_LIMITS, ...dependencies.limits };
  const health =
    dependencies.health ?? createProviderHealth(providers, { kind: 'transcription', clock, log });
  const callers = dependencies.providerLimit ?? createProviderLimit({ user: SPEECH_CALLER_LIMITS }, clock);

  return async function handleSpeech(request, caller) {
    if (request.method !== 'POST') return failure(405, 'Method not allowed: use POST', { allow: 'POST' });
    if (!caller) return failure(401, 'No session');
    const providersFor = (language: Language | null) =>
      providers.filter((provider) => provider.isReady?.(language) ?? true);
    if (!LANGUAGES.some((language) => providersFor(language).length > 0)) {
      return failure(503, SPEECH_MESSAGES.noEngine);
    }
    const admission = callers.admit(caller);
    if (!admission.ok) {
      return tooMany(admission.retryAfterMs);
    }
    try {
      const form = await readForm(request, check);
      if (!form.ok) return form.response;
      const language = form.language ?? (await profileLanguage(caller.userId, request));
      const able = providersFor(language);
      if (able.length === 0) return failure(503, SPEECH_MESSAGES.noLanguage);
      const waits = { userId: caller.userId, signal: request.signal };
      return await transcribe(able, { audio: form.audio, language }, waits);
    } finally {
      admission.done();
    }
  };

  /** The profile's language is only a hint: without it the provider finds out what is spoken. */
  async function profileLanguage(userId: string, request: Request): Promise<Language | null> {
    try {
      return await dependencies.languageOf(userId, request);
    } catch (error) {
      log.warn({ error: errorName(error) }, 'the language of a profile could not be read');
      return null;
    }
  }

  /** Asks the providers in order until one has transcribed the recording. */
  async function transcribe(
    able: readonly SpeechProvider[],
    job: SpeechJob,
    { userId, signal: caller }: { userId: string; signal: AbortSignal },
  ): Promise<Response> {
    const turn: Turn = { key: userId, lane: 'live' };
    const factsOf = ({ name }: SpeechProvider) => ({
      engine: name,
      language: job.language,
      type: job.audio.mimeType,
      seconds: Math.round(job.audio.seconds),
    });
    const outcome = await tryProviders({
      providers: able,
      health,
      caller,
      now: clock.now,
      async ask(provider) {
        const ofProvider = { ...limits, ...provider.limits };
        const said = await withRetries((signal) => provider.transcribe(job, signal, turn), {
          limits: ofProvider,
          clock,
          deadline: clock.now() + ofProvider.totalMs,
          signal: AbortSignal.any([caller, clock.timeout(ofProvider.totalMs)]),
          onFailure: logAttempts(log, factsOf(provider), 'transcription attempt failed'),
        });
        const text = storableText(said).trim();
        if (characterCount(text) > MESSAGE_MAX_LENGTH) {
          throw new ProviderError('bad-answer', 'The transcription is longer than anybody speaks');
        }
        return text;
      },
      accept(text, provider, ms) {
        log.info({ ...factsOf(provider), ms }, 'transcribed');
        return text;
      },
      onFailure(error, provider) {
        const facts = factsOf(provider);
        if (error instanceof UnreadableRecordingError) {
          log.warn({ ...facts, reason: error.reason }, 'recording could not be read');
        } else if (!isProviderError(error)) {
          log.warn({ ...facts, error: errorName(error) }, 'transcription engine broke');
        }
      },
    });
    if (!outcome.ok) return refusalAnswer(outcome.refusals);
    return jsonResponse(200, { text: outcome.result } satisfies SpeechResponse);
  }
}

/** @param refusals of every provider; what may pass with time is told first */
function refusalAnswer(refusals: readonly Refusal[]): Response {
  const errors = refusals.flatMap((refusal) => (refusal.kind === 'failed' ? [refusal.error] : []));
  const isBusy = errors.some((error) => isProviderError(error) && error.failure === 'busy');
  if (isBusy) return tooMany(BUSY_RETRY_MS);
  const unreadable = errors.filter((error) => error instanceof UnreadableRecordingError);
  if (unreadable.length < errors.length) return failure(502, SPEECH_MESSAGES.failed);
  const paused = refusals.find((refusal) => refusal.kind === 'paused');
  if (paused) return failure(503, SPEECH_MESSAGES.failed, retryAfterHeader(paused.waitMs));
  const [first] = unreadable;
  if (!first) return failure(502, SPEECH_MESSAGES.failed);
  return failure(AUDIO_FAULTS['not-audio'].status, UNREADABLE[first.reason]);
}

function tooMany(retryAfterMs: number): Response {
  const headers = retryAfterHeader(retryAfterMs);
  return failure(429, 'Too many voice messages at once. Please try again in a moment.', headers);
}

type Form = { ok: true; audio: CheckedAudio; language: Language | null } | { ok: false; response: Response };

async function readForm(request: Request, check: AudioChecker): Promise<Form> {
  const fields = await readFields(request);
  if (!fields.ok) return fields;
  const file = fields.form.get(AUDIO_FIELD);
  if (file === null || typeof file === 'string') {
    return refused(400, `The form needs a file in the field ${AUDIO_FIELD}`);
  }
  const language = fields.form.get(LANGUAGE_FIELD);
  if (language !== null && !isLanguage(language)) {
    return refused(400, `${LANGUAGE_FIELD} must be one of ${LANGUAGES.join(', ')}`);
  }
  if (file.size > VOICE_MAX_BYTES) return tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  const checked = await check(bytes);
  if (checked.ok) return { ok: true, audio: { ...checked.audio, bytes }, language };
  const { status, error } = AUDIO_FAULTS[checked.fault];
  const headers = checked.fault === 'busy' ? retryAfterHeader(BUSY_RETRY_MS) : undefined;
  return { ok: false, response: failure(status, error, headers) };
}

type Fields = { ok: true; form: FormData } | { ok: false; response: Response };

async function readFields(request: Request): Promise<Fields> {
  const type = request.headers.get('content-type') ?? '';
  try {
    const bytes = await readLimitedBytes(request, MAX_BODY_BYTES);
    if (!/^multipart\/form-data\s*;/i.test(type)) throw new TypeError('no form');
    return { ok: true, form: await new Response(bytes, { headers: { 'content-type': type } }).formData() };
  } catch (error) {
    if (error instanceof BodyTooLargeError) return tooLarge();
    if (error instanceof TypeError) return refused(400, 'The request body must be multipart/form-data');
    throw error;
  }
}

function tooLarge() {
  return refused(413, `The recording must be at most ${VOICE_MAX_BYTES} bytes`);
}

function refused(status: number, error: string): { ok: false; response: Response } {
  return { ok: false, response: failure(status, error) };
}

function failure(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { error } satisfies SpeechFailure, headers);
}
