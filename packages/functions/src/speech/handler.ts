import { isLanguage, LANGUAGES, type Language } from '@dragoman/domain/languages';
import { MESSAGE_MAX_LENGTH } from '@dragoman/domain/messages';
import { characterCount, storableText } from '@dragoman/domain/text';
import {
  AUDIO_FIELD,
  LANGUAGE_FIELD,
  SPEECH_MESSAGES,
  type SpeechAnswer,
  type SpeechFailure,
  VOICE_MAX_BYTES,
  VOICE_MAX_SECONDS,
} from '@dragoman/domain/voice-messages';
import type { FunctionHandler } from '../http/caller.ts';
import type { CallerLimits } from '../http/caller-limit.ts';
import { createEngineLimit, type EngineLimit } from '../http/engine-limit.ts';
import { jsonResponse } from '../http/json-response.ts';
import { BodyTooLargeError, readLimitedBytes } from '../http/limited-text.ts';
import type { Log } from '../http/log.ts';
import { createEngineHealth, type EngineHealth } from '../translate/engine-health.ts';
import { EngineError, isEngineError } from '../translate/engines/engine.ts';
import { type Clock, type RetryLimits, systemClock, withRetries } from '../translate/retry.ts';
import type { AudioChecker, AudioFault, CheckedAudio } from './audio-check.ts';
import type { SpeechEngine, SpeechJob } from './speech-engine.ts';

export interface SpeechDependencies {
  /** Null: speech is not written down here. */
  engine: SpeechEngine | null;
  /** Reads what strangers send: where one process serves everybody, in another one. */
  check: AudioChecker;
  /** @returns the language of the caller's profile, or null without a profile. May reject. */
  languageOf(userId: string, request: Request): Promise<Language | null>;
  log: Log;
  clock?: Clock;
  /** How many recordings may be written down. */
  engineLimit?: EngineLimit;
  limits?: Partial<RetryLimits>;
  /** Shared with the status page; a private instance when omitted. */
  health?: EngineHealth;
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

const FAULTS: Record<AudioFault, { status: number; error: string }> = {
  empty: { status: 400, error: 'The recording is empty' },
  'not-audio': {
    status: 415,
    error: 'The recording cannot be read: WebM, Ogg, MP4, MP3 and WAV audio are understood',
  },
  'too-long': { status: 413, error: `The recording must be at most ${VOICE_MAX_SECONDS} seconds long` },
  busy: { status: 503, error: SPEECH_MESSAGES.busy },
};

const BUSY_RETRY_MS = 5_000;

/**
 * The function `speech-to-text` (specification 7.8): POST multipart/form-data with the field `audio` and a bearer token, answered
 * by {text}, which is empty when no words were heard, or {error}. The field `language` may say what is spoken; without it the
 * caller's profile does. Nothing of recordings and texts is kept or logged.
 *
 * Statuses: 200 · 400 no recording, an empty one or a bad field · 401 no session · 405 not POST · 413 too large or too long ·
 * 415 no audio, judged by its bytes · 429 too many calls of this user · 502 the engine failed · 503 no engine is configured,
 * it is left alone for a while, or too many recordings wait to be checked.
 */
export function createSpeechHandler(dependencies: SpeechDependencies): FunctionHandler {
  const { engine, check, log, clock = systemClock } = dependencies;
  const limits = { ...SPEECH_LIMITS, ...dependencies.limits };
  const health =
    dependencies.health ??
    createEngineHealth(engine ? [engine.name] : [], { kind: 'transcription', clock, log });
  const callers = dependencies.engineLimit ?? createEngineLimit({ user: SPEECH_CALLER_LIMITS }, clock);

  return async function handleSpeech(request, caller) {
    if (request.method !== 'POST') return failure(405, 'Method not allowed: use POST', { allow: 'POST' });
    if (!caller) return failure(401, 'No session');
    if (!engine) return failure(503, SPEECH_MESSAGES.noEngine);
    const admission = callers.admit(caller);
    if (!admission.ok) {
      const seconds = retryAfterSeconds(admission.retryAfterMs);
      return failure(429, 'Too many voice messages at once. Please try again in a moment.', seconds);
    }
    try {
      const form = await readForm(request, check);
      if (!form.ok) return form.response;
      const language = form.language ?? (await profileLanguage(caller.userId, request));
      return await transcribe(engine, { audio: form.audio, language }, request.signal);
    } finally {
      admission.done();
    }
  };

  /** The profile's language is only a hint: without it the engine finds out what is spoken. */
  async function profileLanguage(userId: string, request: Request): Promise<Language | null> {
    try {
      return await dependencies.languageOf(userId, request);
    } catch (error) {
      log.warn({ error: nameOf(error) }, 'the language of a profile could not be read');
      return null;
    }
  }

  async function transcribe(
    { name, transcribe: ask }: SpeechEngine,
    job: SpeechJob,
    callerSignal: AbortSignal,
  ): Promise<Response> {
    if (!health.admits(name)) return failure(503, SPEECH_MESSAGES.failed, pauseOf(name));
    const started = clock.now();
    const signal = AbortSignal.any([callerSignal, clock.timeout(limits.totalMs)]);
    const facts = {
      engine: name,
      language: job.language,
      type: job.audio.mimeType,
      seconds: Math.round(job.audio.seconds),
    };
    try {
      const said = await withRetries((attemptSignal) => ask(job, attemptSignal), {
        limits,
        clock,
        deadline: started + limits.totalMs,
        signal,
        onFailure: (error, attempt) =>
          log.warn(
            { ...facts, attempt, failure: error.failure, status: error.status },
            'transcription attempt failed',
          ),
      });
      const text = storableText(said).trim();
      if (characterCount(text) > MESSAGE_MAX_LENGTH) {
        throw new EngineError('bad-answer', 'The transcription is longer than anybody speaks');
      }
      health.succeeded(name);
      log.info({ ...facts, ms: clock.now() - started }, 'transcribed');
      return jsonResponse(200, { text } satisfies SpeechAnswer);
    } catch (error) {
      if (!isEngineError(error)) log.warn({ ...facts, error: nameOf(error) }, 'transcription engine broke');
      // When the caller has left, it was us who ended the attempt.
      else if (!callerSignal.aborted) health.failed(name, error);
      return failure(502, SPEECH_MESSAGES.failed);
    } finally {
      health.released(name);
    }
  }

  function pauseOf(name: string): Record<string, string> {
    const until = health.states().find(({ engine: each }) => each === name)?.pausedUntil ?? null;
    return until === null ? {} : retryAfterSeconds(until - clock.now());
  }
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
  const { status, error } = FAULTS[checked.fault];
  const headers = checked.fault === 'busy' ? retryAfterSeconds(BUSY_RETRY_MS) : undefined;
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

function retryAfterSeconds(ms: number): Record<string, string> {
  return { 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) };
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
