import { AUDIO_FIELD, LANGUAGE_FIELD, recordingPath } from '@dragoman/domain/voice-messages';
import { FunctionsHttpError } from '@supabase/functions-js';
import type { Supabase } from '@/shared/api/supabase.ts';
import type { TranscribeOutcome, TranscriptionRequest } from './transcription-queue.ts';

/**
 * The server gives its engines 150 s; before that a recording has to be sent over a fair's Wi-Fi.
 */
const TIMEOUT_MS = 210_000;

/** Asks the function `speech-to-text` (specification 7.8). Never rejects. */
export async function transcribeRecording(
  supabase: Supabase,
  { id, audio, language }: Pick<TranscriptionRequest, 'id' | 'audio' | 'language'>,
): Promise<TranscribeOutcome> {
  const functions = await supabase.functions().catch(() => null);
  if (!functions) return { kind: 'unreachable', afterMs: 0 };
  const body = new FormData();
  body.set(AUDIO_FIELD, audio, recordingPath(id, 0, audio.type).split('/').at(-1));
  body.set(LANGUAGE_FIELD, language);
  const { data, error } = await functions.invoke('speech-to-text', { body, timeout: TIMEOUT_MS });
  if (error instanceof FunctionsHttpError) return outcomeOfRefusal(error.context);
  if (error) return { kind: 'unreachable', afterMs: 0 };
  const text = (data as { text?: unknown } | null)?.text;
  if (typeof text === 'string' && text.trim()) return { kind: 'transcribed', text: text.trim() };
  return { kind: 'failed', failure: { kind: 'no-text' } };
}

/** Interprets an error response: retry, or a message for the user. */
export async function outcomeOfRefusal(response: Response): Promise<TranscribeOutcome> {
  if ([401, 408, 429].includes(response.status)) {
    return { kind: 'unreachable', afterMs: Number(response.headers.get('retry-after') ?? 0) * 1000 || 0 };
  }
  const body: unknown = await response.json().catch(() => null);
  const message = (body as { error?: unknown } | null)?.error;
  if (typeof message === 'string' && message) {
    return { kind: 'failed', failure: { kind: 'server', message } };
  }
  // A proxy's page: the server itself always names the error.
  if (response.status >= 500) return { kind: 'unreachable', afterMs: 0 };
  return { kind: 'failed', failure: { kind: 'refused' } };
}
