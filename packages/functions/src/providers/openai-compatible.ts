import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';
import type { Provider, ProviderError } from './provider.ts';
import { type ProviderResponse, requestProvider, statusError } from './provider-http.ts';

// What all clients of OpenAI-compatible servers share: OpenAI, Ollama, vLLM, LM Studio, many clouds.

export interface OpenAiCompatibleOptions {
  /**
   * Base URL, with or without its version: `https://api.openai.com/v1`, `http://127.0.0.1:11434`.
   */
  url: string;
  /** Sent as a bearer token; a local server needs none. */
  key: string | null;
  model: string;
}

export const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.unknown().optional(),
      }),
    )
    .min(1),
});

const errorSchema = z.object({ error: z.object({ code: z.union([z.string(), z.number()]).nullish() }) });

const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_balance']);

/** @throws {TypeError} when the address is no URL */
export function openAiIdentity({ url, model }: OpenAiCompatibleOptions): Provider {
  return {
    name: 'openai-compatible',
    description: `OpenAI-compatible: ${model} at ${new URL(url).host}`,
  };
}

/**
 * Requests a chat completion that comes as a whole.
 * @param url of its chat completions, see {@link openAiUrl}
 * @param body everything but the model
 * @throws {EngineError} as {@link requestProvider}
 */
export function requestCompletion(
  url: string,
  { key, model }: OpenAiCompatibleOptions,
  body: object,
  signal: AbortSignal,
): Promise<ProviderResponse> {
  return requestProvider(url, {
    method: 'POST',
    headers: { ...openAiHeaders(key), 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...body }),
    signal,
  });
}

/** Headers of any request to such a server. */
export function openAiHeaders(key: string | null): Record<string, string> {
  return { accept: 'application/json', ...(key ? { authorization: `Bearer ${key}` } : {}) };
}

/**
 * @returns the error for an answer whose status is not 2xx; such servers say with 429 and a code
 * that the quota is used up
 */
export function openAiError(answer: ProviderResponse): ProviderError {
  const code = String(errorSchema.safeParse(answer.body).data?.error.code ?? '');
  return QUOTA_CODES.has(code) ? statusError(answer, 'quota') : statusError(answer);
}

/**
 * @param base what the operator configured: a host, a base URL with or without its version, or the
 * full address.
 * @param call the path of the call behind the base
 * @returns the address of the call. A version segment anywhere in the path (`/v1`,
 * `/v1beta/openai`) is taken to be all that the server wants; without one, `/v1` is added.
 * @throws {TypeError} when the address is no URL
 */
export function openAiUrl(base: string, call: '/chat/completions' | '/audio/transcriptions'): string {
  const url = new URL(base);
  const path = withoutTrailing(url.pathname, '/');
  if (path.endsWith(call)) {
    url.pathname = path;
  } else {
    const versioned = /\/v\d[a-z0-9]*(\/|$)/i.test(path);
    url.pathname = `${path}${versioned ? '' : '/v1'}${call}`;
  }
  return url.href;
}
