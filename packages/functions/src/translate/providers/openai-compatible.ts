import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';
import { ProviderError, type TranslationJob, type TranslationProvider } from './provider.ts';
import { type ProviderResponse, requestProvider, statusError } from './provider-http.ts';
import { quotesInstructions, translationMessages, withoutWrapping } from './translation-prompt.ts';

export interface OpenAiCompatibleOptions {
  /**
   * Base URL, with or without its version: `https://api.openai.com/v1`, `http://127.0.0.1:11434`.
   */
  url: string;
  /** Sent as a bearer token; a local Ollama or vLLM needs none. */
  key: string | null;
  model: string;
}

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
});

const errorSchema = z.object({
  error: z.object({ code: z.union([z.string(), z.number()]).nullish(), param: z.string().nullish() }),
});

const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'insufficient_balance']);

/**
 * Translates with any server that speaks OpenAI's chat completions: OpenAI, Ollama, vLLM, LM Studio
 * and many clouds. The text goes in as data between markers, since language models obey
 * instructions that they find in a text.
 */
export function openAiCompatibleProvider(options: OpenAiCompatibleOptions): TranslationProvider {
  const url = chatCompletionsUrl(options.url);
  // Some models refuse any temperature but their default. The first refusal is remembered for the
  // life of the process.
  let sendTemperature = true;

  async function complete(job: TranslationJob, signal: AbortSignal): Promise<ProviderResponse> {
    return requestProvider(url, {
      method: 'POST',
      headers: openAiHeaders(options.key),
      body: JSON.stringify({
        model: options.model,
        messages: translationMessages(job),
        stream: false,
        ...(sendTemperature ? { temperature: 0 } : {}),
      }),
      signal,
    });
  }

  return {
    name: 'openai-compatible',
    description: `OpenAI-compatible: ${options.model} at ${new URL(url).host}`,
    async translate(job, signal) {
      let answer = await complete(job, signal);
      if (answer.status === 400 && sendTemperature && errorOf(answer)?.param === 'temperature') {
        sendTemperature = false;
        answer = await complete(job, signal);
      }
      if (!answer.ok) throw completionError(answer);
      const text = withoutWrapping(contentOf(answer), job.text);
      if (quotesInstructions(text, job.text)) {
        throw new ProviderError('bad-answer', 'The answer quotes the instructions', {
          status: answer.status,
        });
      }
      return text;
    },
  };
}

/** Headers of a JSON request to such a server. */
export function openAiHeaders(key: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key ? { authorization: `Bearer ${key}` } : {}),
  };
}

/**
 * @returns the error for an answer whose status is not 2xx; such servers say with 429 and a code
 * that the quota is used up
 */
export function completionError(answer: ProviderResponse): ProviderError {
  const code = String(errorOf(answer)?.code ?? '');
  return QUOTA_CODES.has(code) ? statusError(answer, 'quota') : statusError(answer);
}

/**
 * @param base what the operator configured: a host, a base URL with or without its version, or the
 * full address.
 * @returns the address of the chat completions. A version segment anywhere in the path (`/v1`,
 * `/v1beta/openai`) is taken to be all that the server wants; without one, `/v1` is added.
 */
export function chatCompletionsUrl(base: string): string {
  const url = new URL(base);
  const path = withoutTrailing(url.pathname, '/');
  if (path.endsWith('/chat/completions')) {
    url.pathname = path;
  } else {
    const versioned = /\/v\d[a-z0-9]*(\/|$)/i.test(path);
    url.pathname = `${path}${versioned ? '' : '/v1'}/chat/completions`;
  }
  return url.href;
}

function contentOf(answer: ProviderResponse): string {
  const parsed = completionSchema.safeParse(answer.body);
  const choice = parsed.data?.choices[0];
  if (!choice)
    throw new ProviderError('bad-answer', 'The answer is no chat completion', { status: answer.status });
  if (choice.finish_reason && choice.finish_reason !== 'stop') {
    // "length" is a translation cut short, "content_filter" none at all.
    throw new ProviderError('bad-answer', 'The completion did not end by itself', { status: answer.status });
  }
  return choice.message.content ?? '';
}

function errorOf(answer: ProviderResponse) {
  return errorSchema.safeParse(answer.body).data?.error;
}
