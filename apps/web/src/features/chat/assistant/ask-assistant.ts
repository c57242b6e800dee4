import type { AssistantEvent, AssistantRefusal, AssistantTask } from '@dragoman/domain/assistant/assistant';
import type { Language } from '@dragoman/domain/languages';
import { FunctionsHttpError } from '@supabase/functions-js';
import { createParser } from 'eventsource-parser';
import type { Supabase } from '@/shared/api/supabase.ts';
import { signalWithTimeout } from '@/shared/async/signal-with-timeout.ts';

/** The longest answer, from a slow engine, comes within this time. */
const ANSWER_TIMEOUT_MS = 5 * 60_000;

export interface AssistantQuestion {
  task: AssistantTask;
  sessionId: string;
  language: Language;
  /** With the task `ask`. */
  question?: string;
}

/** Why there is no answer at all. */
export type AssistantFailure =
  /** `minutes`: the wait before the next request. */
  | { kind: 'limited'; minutes: number }
  | { kind: 'unreachable' }
  | { kind: 'unavailable' | 'off' | 'empty-chat' };

/** The server refused the call or did not answer. */
export class AssistantError extends Error {
  override readonly name = 'AssistantError';
  readonly failure: AssistantFailure;

  constructor(failure: AssistantFailure) {
    super(`The assistant does not answer: ${failure.kind}`);
    this.failure = failure;
  }
}

/**
 * Asks the function `assistant`.
 * @returns what it answers as it comes; the last event says how it ended.
 * @throws {AssistantError} when it does not begin to answer
 */
export async function* askAssistant(
  supabase: Supabase,
  question: AssistantQuestion,
  signal: AbortSignal,
): AsyncGenerator<AssistantEvent> {
  const functions = await supabase.functions().catch(() => null);
  if (!functions) throw new AssistantError({ kind: 'unreachable' });
  const { data, error } = await functions.invoke<Response>('assistant', {
    body: question,
    signal: signalWithTimeout(signal, ANSWER_TIMEOUT_MS),
  });
  if (error instanceof FunctionsHttpError) throw new AssistantError(await failureOf(error.context));
  if (error || !data?.body) throw new AssistantError({ kind: 'unreachable' });
  yield* eventsOf(data.body);
}

async function failureOf(response: Response): Promise<AssistantFailure> {
  const body = (await response.json().catch(() => null)) as Partial<AssistantRefusal> | null;
  switch (body?.code) {
    case 'limited':
      return { kind: 'limited', minutes: minutesOf(response.headers.get('retry-after')) };
    case 'off':
    case 'empty-chat':
      return { kind: body.code };
    default:
      return { kind: 'unavailable' };
  }
}

/** Other origins' pages are not shown the header: then it is the shortest wait. */
function minutesOf(retryAfter: string | null): number {
  return Math.max(1, Math.ceil(Number(retryAfter ?? 0) / 60));
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<AssistantEvent> {
  const events: AssistantEvent[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data) as AssistantEvent) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* events.splice(0);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
