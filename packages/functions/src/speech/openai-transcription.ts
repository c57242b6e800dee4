import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';
import { ProviderError } from '../translate/providers/provider.ts';
import { type ProviderResponse, requestProvider, statusError } from '../translate/providers/provider-http.ts';
import type { SpeechProvider } from './speech-provider.ts';

export interface OpenAiTranscriptionOptions {
  /**
   * Base URL, with or without its version: `https://api.openai.com/v1`, `http://127.0.0.1:8000`.
   */
  url: string;
  /** Sent as a bearer token; a local server needs none. */
  key: string | null;
  model: string;
}

const answerSchema = z.object({ text: z.string() });

const errorSchema = z.object({
  error: z.object({ code: z.union([z.string(), z.number()]).nullish() }),
});

const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_balance']);

/**
 * Writes down recordings with any server that speaks OpenAI's transcriptions: OpenAI, vLLM,
 * whisper.cpp's server, speaches and other faster-whisper servers.
 * @throws {TypeError} when the address is no URL
 */
export function openAiTranscription(options: OpenAiTranscriptionOptions): SpeechProvider {
  const url = transcriptionsUrl(options.url);
  return {
    name: 'openai-compatible',
    description: `OpenAI-compatible: ${options.model} at ${new URL(url).host}`,
    async transcribe({ audio, language }, signal) {
      const form = new FormData();
      form.set('file', new Blob([audio.bytes], { type: audio.mimeType }), audio.fileName);
      form.set('model', options.model);
      form.set('response_format', 'json');
      // ISO 639-1, as the profile's language codes are.
      if (language) form.set('language', language);
      const answer = await requestProvider(url, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          ...(options.key ? { authorization: `Bearer ${options.key}` } : {}),
        },
        body: form,
        signal,
      });
      if (!answer.ok) throw refusal(answer);
      const parsed = answerSchema.safeParse(answer.body);
      if (!parsed.success) {
        throw new ProviderError('bad-answer', 'The answer is no transcription', { status: answer.status });
      }
      return parsed.data.text;
    },
  };
}

/**
 * @param base what the operator configured: a host, a base URL with or without its version, or the
 * full address
 * @returns the address of the transcriptions. A version segment anywhere in the path is taken to be
 * all that the server wants; without one, `/v1` is added
 */
export function transcriptionsUrl(base: string): string {
  const url = new URL(base);
  const path = withoutTrailing(url.pathname, '/');
  if (path.endsWith('/audio/transcriptions')) {
    url.pathname = path;
  } else {
    const versioned = /\/v\d[a-z0-9]*(\/|$)/i.test(path);
    url.pathname = `${path}${versioned ? '' : '/v1'}/audio/transcriptions`;
  }
  return url.href;
}

function refusal(answer: ProviderResponse): ProviderError {
  const code = String(errorSchema.safeParse(answer.body).data?.error.code ?? '');
  return QUOTA_CODES.has(code) ? statusError(answer, 'quota') : statusError(answer);
}
