import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import {
  completionSchema,
  type OpenAiCompatibleOptions,
  openAiError,
  openAiHeaders,
  openAiIdentity,
  openAiUrl,
} from '../providers/openai-compatible.ts';
import { ProviderError } from '../providers/provider.ts';
import { callProvider, readResponse } from '../providers/provider-http.ts';
import type { LanguageModel, ModelJob } from './language-model.ts';

const chunkSchema = z.object({
  choices: z.array(
    z.object({
      delta: z.object({ content: z.string().nullish() }).optional(),
      finish_reason: z.string().nullish(),
    }),
  ),
});

/** Far above any answer; an event that never ends would fill the memory. */
const MAX_EVENT_CHARACTERS = 200_000;

/**
 * Requests a text from any server that speaks OpenAI's chat completions, as a stream of server-sent
 * events where possible.
 */
export function openAiChatStream(options: OpenAiCompatibleOptions): LanguageModel {
  const url = openAiUrl(options.url, '/chat/completions');
  return {
    ...openAiIdentity(options),
    async write(job, signal, whole) {
      const response = await begin(url, options, job, signal, whole);
      if (!response.ok) throw openAiError(await readResponse(response, whole));
      const isStream = response.headers.get('content-type')?.includes('text/event-stream') ?? false;
      return isStream ? streamedText(response, whole) : wholeText(response, whole);
    },
  };
}

/**
 * The time limit of the beginning must not end an answer that has begun: from then on only `whole`
 * counts.
 */
async function begin(
  url: string,
  { key, model }: OpenAiCompatibleOptions,
  job: ModelJob,
  signal: AbortSignal,
  whole: AbortSignal,
): Promise<Response> {
  const opening = new AbortController();
  const giveUp = () => opening.abort(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await callProvider(url, {
      method: 'POST',
      headers: {
        ...openAiHeaders(key),
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
      },
      body: JSON.stringify({
        model,
        stream: true,
        messages: [
          { role: 'system', content: job.instructions },
          { role: 'user', content: job.data },
        ],
      }),
      signal: AbortSignal.any([opening.signal, whole]),
    });
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** The whole answer of a server that does not stream. */
async function* wholeText(response: Response, whole: AbortSignal): AsyncGenerator<string> {
  const { body } = await readResponse(response, whole);
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) throw new ProviderError('bad-answer', 'The answer is no chat completion');
  yield parsed.data.choices[0]?.message.content ?? '';
}

async function* streamedText(response: Response, whole: AbortSignal): AsyncGenerator<string> {
  const events: string[] = [];
  const parser = createParser({
    onEvent: ({ data }) => events.push(data),
    maxBufferSize: MAX_EVENT_CHARACTERS,
  });
  const decoder = new TextDecoder();
  const reader = (response.body ?? new ReadableStream()).getReader();
  let finished = false;
  try {
    while (!finished) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const data of events.splice(0)) {
        if (data === '[DONE]') finished = true;
        else {
          const { text, reason } = readChunk(data);
          if (text) yield text;
          finished ||= reason !== null;
        }
      }
    }
  } catch (error) {
    if (whole.aborted || error instanceof ProviderError) throw error;
    throw new ProviderError('network', 'The engine broke off', { cause: error });
  } finally {
    await reader.cancel().catch(() => {});
  }
  // An end without a reason is a connection that was cut, however politely.
  if (!finished) throw new ProviderError('network', 'The engine broke off');
}

function readChunk(data: string): { text: string; reason: string | null } {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (cause) {
    throw new ProviderError('bad-answer', 'The stream holds something else than JSON', { cause });
  }
  const parsed = chunkSchema.safeParse(value);
  if (!parsed.success) throw new ProviderError('unavailable', 'The stream holds an error');
  // The last chunk of some servers counts tokens and has no choices.
  const choice = parsed.data.choices[0];
  return { text: choice?.delta?.content ?? '', reason: choice?.finish_reason ?? null };
}
