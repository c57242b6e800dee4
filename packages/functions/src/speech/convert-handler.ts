import { VOICE_MAX_BYTES } from '@dragoman/domain/voice-messages';
import type { FunctionHandler } from '../http/caller.ts';
import type { CallerLimits } from '../http/caller-limit.ts';
import { jsonResponse, retryAfterHeader } from '../http/json.ts';
import { BodyTooLargeError, readLimitedBytes } from '../http/limited-text.ts';
import { createProviderLimit } from '../http/provider-limit.ts';
import { systemClock } from '../providers/retry.ts';
import type { AudioFault } from './audio-check.ts';
import { AUDIO_FAULTS } from './audio-faults.ts';

export type AudioConversion = { ok: true; wav: Uint8Array<ArrayBuffer> } | { ok: false; fault: AudioFault };

/** Never rejects. @param bytes bounded by the caller */
export type AudioConverter = (bytes: Uint8Array<ArrayBuffer>) => Promise<AudioConversion>;

/** A chat may hold many recordings, and a listener plays one after the other. */
const CALLER_LIMITS: CallerLimits = { calls: 60, windowMs: 60_000, atOnce: 2 };

/**
 * The function `convert-recording` (docs/adr/0019): POST with the bytes of a recording and a bearer
 * token, answered by the same recording as WAV, for browsers that cannot play what another one
 * recorded; or by {error}. Nothing is kept or logged.
 *
 * Statuses: 200 · 400 an empty recording · 401 no session · 405 not POST · 413 too large or too
 * long · 415 no audio, judged by its bytes, or in a format that cannot be decoded here · 429 too
 * many calls of this user · 503 too many recordings wait.
 * @param convert runs in a process of its own where one process serves all users
 */
export function createConvertHandler(
  convert: AudioConverter,
  clock: { now(): number } = systemClock,
): FunctionHandler {
  const callers = createProviderLimit({ user: CALLER_LIMITS }, clock);

  return async function handleConversion(request, caller) {
    if (request.method !== 'POST') return failure(405, 'Method not allowed: use POST', { allow: 'POST' });
    if (!caller) return failure(401, 'No session');
    const admission = callers.admit(caller);
    if (!admission.ok) {
      const headers = retryAfterHeader(admission.retryAfterMs);
      return failure(429, 'Too many recordings at once. Please try again in a moment.', headers);
    }
    try {
      const converted = await convert(await readLimitedBytes(request, VOICE_MAX_BYTES));
      if (!converted.ok) {
        const { status, error } = AUDIO_FAULTS[converted.fault];
        return failure(status, error, converted.fault === 'busy' ? { 'retry-after': '5' } : {});
      }
      // The client library reads only this type as bytes.
      const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' };
      return new Response(converted.wav, { headers });
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error;
      return failure(413, `The recording must be at most ${VOICE_MAX_BYTES} bytes`);
    } finally {
      admission.done();
    }
  };
}

function failure(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { error }, headers);
}
