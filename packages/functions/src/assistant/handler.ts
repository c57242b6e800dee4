import type { AssistantEvent, AssistantRefusal } from '@dragoman/domain/assistant/assistant';
import { type AssistantRequest, assistantRequestSchema } from '@dragoman/domain/assistant/assistant-contract';
import type { AnswerSource } from '@dragoman/domain/knowledge-base/knowledge-base-answer';
import type { FunctionHandler } from '../http/caller.ts';
import type { CallerLimits } from '../http/caller-limit.ts';
import { jsonResponse, readJsonBody, retryAfterHeader } from '../http/json.ts';
import type { Log } from '../http/log.ts';
import { createProviderLimit, type ProviderLimit } from '../http/provider-limit.ts';
import { isProviderError, ProviderError } from '../providers/provider.ts';
import { createProviderHealth, type ProviderHealth } from '../providers/provider-health.ts';
import { type Clock, logAttempts, type RetryLimits, systemClock, withRetries } from '../providers/retry.ts';
import { assistantJob, knowledgeBaseJob } from './assistant-prompt.ts';
import type { LanguageModel, ModelJob } from './language-model.ts';
import type { ChatReader, KnowledgeBaseReader } from './readers.ts';
import { stripReasoning } from './strip-reasoning.ts';

export interface AssistantDependencies {
  /** Null: the assistant is off. */
  model: LanguageModel | null;
  chats: ChatReader;
  knowledgeBase: KnowledgeBaseReader;
  log: Log;
  clock?: Clock;
  limits?: Partial<AssistantLimits>;
  /** The limits of one caller, where `providerLimit` is not given. */
  callerLimits?: CallerLimits;
  /** The rate limit of the model. */
  providerLimit?: ProviderLimit;
  /** Shared with the status page; a private instance when omitted. */
  health?: ProviderHealth;
}

/**
 * All in milliseconds but `attempts` and `characters`. `attemptMs` is the time to the first byte,
 * `totalMs` that of the whole answer.
 */
interface AssistantLimits extends RetryLimits {
  /** Longest silence within an answer. */
  silenceMs: number;
  /** Longest answer. */
  characters: number;
}

const ASSISTANT_LIMITS: AssistantLimits = {
  attempts: 2,
  attemptMs: 30_000,
  totalMs: 120_000,
  backoffMs: 500,
  maxWaitMs: 5_000,
  silenceMs: 25_000,
  characters: 12_000,
};

export const ASSISTANT_CALLER_LIMITS: CallerLimits = { calls: 30, windowMs: 3_600_000, atOnce: 2 };

type Asked = Pick<AssistantRequest, 'task' | 'language'> & {
  signal: AbortSignal;
  /** Called once, however it ends. */
  onDone: () => void;
};

const MAX_BODY_BYTES = 8_192;

const REFUSALS = {
  off: [503, 'The assistant is not set up here'],
  limited: [429, 'You have asked the assistant too often. Please try again later.'],
  unavailable: [502, 'The assistant does not answer right now'],
  'no-chat': [404, 'There is no such chat'],
  'empty-chat': [409, 'Nothing has been written in this chat yet'],
  'no-session': [401, 'No session'],
} as const satisfies Partial<Record<AssistantRefusal['code'], readonly [number, string]>>;

/**
 * The function `assistant` (issue 7, item 5): POST {task, sessionId, language, question?} with a
 * bearer token, answered by a stream of server-sent events ({@link AssistantEvent}), or by {error,
 * code}. It reads the chat, and the caller's knowledge base, with the caller's own rights and
 * writes nowhere: nothing of chats, questions and answers is kept or logged.
 *
 * Statuses: 200 a stream, which says itself when it breaks off · 400 bad JSON or a bad field · 401
 * no session · 404 no such chat for the caller · 405 not POST · 409 nothing to read yet · 413 body
 * too large · 429 asked too often · 502 the model does not answer, or is left alone for a while ·
 * 503 none is set up.
 */
export function createAssistantHandler(dependencies: AssistantDependencies): FunctionHandler {
  const { model, chats, knowledgeBase, log, clock = systemClock } = dependencies;
  const limits = { ...ASSISTANT_LIMITS, ...dependencies.limits };
  const health =
    dependencies.health ?? createProviderHealth(model ? [model] : [], { kind: 'assistance', clock, log });
  const callers =
    dependencies.providerLimit ??
    createProviderLimit({ user: dependencies.callerLimits ?? ASSISTANT_CALLER_LIMITS }, clock);

  return async function handleAssistant(request, caller) {
    if (request.method !== 'POST') {
      return jsonResponse(
        405,
        { error: 'Method not allowed: use POST', code: 'bad-request' },
        { allow: 'POST' },
      );
    }
    if (!caller) return refuse('no-session');
    if (!model) return refuse('off');
    const body = await readJsonBody(request, MAX_BODY_BYTES);
    if (!body.ok) return body.response;
    const parsed = assistantRequestSchema.safeParse(body.value);
    if (!parsed.success) {
      const error = parsed.error.issues.map(({ message }) => message).join('; ');
      return jsonResponse(400, { error, code: 'bad-request' } satisfies AssistantRefusal);
    }
    const { task, sessionId, language, question = '' } = parsed.data;
    const chat = await chats.read(sessionId, caller.userId, request);
    if (!chat) return refuse('no-chat');
    if (task !== 'ask' && chat.messages.length === 0) return refuse('empty-chat');
    const admission = callers.admit(caller);
    if (!admission.ok) return refuse('limited', admission.retryAfterMs);
    const asked = { task, language, signal: request.signal, onDone: admission.done };
    if (task !== 'ask') return answer(model, assistantJob(task, chat, language), asked);
    const sources = await orElse(admission.done, knowledgeBase.search(question, caller.userId, request));
    if (sources.length > 0)
      return answer(model, knowledgeBaseJob(question, sources, language), asked, sources);
    admission.done();
    return eventStream(nothingFound(), () => {});
  };

  async function answer(
    { name, write }: LanguageModel,
    job: ModelJob,
    { task, language, signal: callerSignal, onDone }: Asked,
    sources?: AnswerSource[],
  ): Promise<Response> {
    if (!health.admits(name)) {
      onDone();
      return refuse('unavailable', health.waitMs(name));
    }
    const started = clock.now();
    const left = new AbortController();
    const timeout = clock.timeout(limits.totalMs);
    const whole = AbortSignal.any([callerSignal, left.signal, timeout]);
    const facts = { engine: name, task, language };
    const hasLeft = () => callerSignal.aborted || left.signal.aborted;
    const finish = () => {
      health.released(name);
      onDone();
    };

    /** Logs a failure without any text of the chat. */
    function failed(error: unknown): void {
      const failure = isProviderError(error)
        ? error
        : new ProviderError('timeout', 'The answer took too long');
      if (hasLeft()) return;
      log.warn({ ...facts, failure: failure.failure, status: failure.status }, 'assistance failed');
      health.failed(name, failure);
    }

    async function* events(pieces: AsyncGenerator<string>): AsyncGenerator<AssistantEvent> {
      let characters = 0;
      try {
        if (sources) yield { type: 'sources', sources };
        const texts = stripReasoning(notSilent(pieces, limits.silenceMs, clock));
        for await (const text of texts) {
          const rest = limits.characters - characters;
          characters += text.length;
          if (text.length > 0) yield { type: 'text', text: text.slice(0, rest) };
          if (characters > limits.characters) break;
        }
        if (characters === 0) throw new ProviderError('bad-answer', 'The answer is empty');
        health.succeeded(name);
        log.info({ ...facts, characters, ms: clock.now() - started }, 'assisted');
        yield { type: 'end', cut: characters > limits.characters };
      } catch (error) {
        failed(error);
        yield { type: 'break', reason: timeout.aborted ? 'too-slow' : 'broken' };
      } finally {
        left.abort();
        finish();
      }
    }

    try {
      const pieces = await withRetries((signal) => write(job, signal, whole), {
        limits,
        clock,
        deadline: started + limits.totalMs,
        signal: whole,
        onFailure: logAttempts(log, facts, 'assistance did not begin'),
      });
      return eventStream(events(pieces), () => left.abort());
    } catch (error) {
      failed(error);
      finish();
      return refuse('unavailable', isProviderError(error) ? error.retryAfterMs : null);
    }
  }
}

/** Creates a response of server-sent events. @param onLeft called when the client disconnects */
function eventStream(events: AsyncGenerator<AssistantEvent>, onLeft: () => void): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      onLeft();
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that gather an answer before they hand it on would take its point away.
      'x-accel-buffering': 'no',
    },
  });
}

/** No passage matches the question: no model is asked to invent an answer. */
async function* nothingFound(): AsyncGenerator<AssistantEvent> {
  yield { type: 'sources', sources: [] };
  yield { type: 'end', cut: false };
}

async function orElse<T>(onFailed: () => void, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    onFailed();
    throw error;
  }
}

/** @throws {EngineError} when a piece does not come in time */
async function* notSilent(pieces: AsyncGenerator<string>, ms: number, clock: Clock): AsyncGenerator<string> {
  for (;;) {
    const silence = clock.timeout(ms);
    let onSilence = () => {};
    const tooLong = new Promise<never>((_, reject) => {
      onSilence = () => reject(new ProviderError('timeout', 'The model went silent'));
      silence.addEventListener('abort', onSilence, { once: true });
    });
    try {
      const { done, value } = await Promise.race([pieces.next(), tooLong]);
      if (done) return;
      yield value;
    } finally {
      silence.removeEventListener('abort', onSilence);
    }
  }
}

function refuse(code: keyof typeof REFUSALS, retryAfterMs: number | null = null): Response {
  const [status, error] = REFUSALS[code];
  const headers = retryAfterMs === null ? undefined : retryAfterHeader(retryAfterMs);
  return jsonResponse(status, { error, code } satisfies AssistantRefusal, headers);
}
