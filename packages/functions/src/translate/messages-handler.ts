import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import type { Language } from '@dragoman/domain/languages';
import type {
  TranslateMessagesResponse,
  UntranslatedReason,
} from '@dragoman/domain/translation/translate-messages';
import {
  type TranslateMessagesRequest,
  translateMessagesRequestSchema,
} from '@dragoman/domain/translation/translate-messages-contract';
import type { FunctionHandler } from '../http/caller.ts';
import { type Admission, type CallerLimits, createCallerLimit } from '../http/caller-limit.ts';
import { jsonResponse, readJsonBody } from '../http/json.ts';
import { errorName } from '../http/log.ts';
import type { ProviderLimit } from '../http/provider-limit.ts';
import type { Translation } from './cache.ts';
import { type ChainDependencies, translateText } from './chain.ts';
import { chainOf, type TranslateDependencies, tooManyTranslations } from './handler.ts';

/** A message that its reader may read. */
interface StoredMessage {
  id: string;
  /** The chat that it is in. */
  sessionId: string;
  /** The text in its writer's language; null when there are no words. */
  words: string | null;
  language: Language;
  /** Its kept translation into the language that was asked for. */
  kept: Translation | null;
}

/** Reads messages and stores their translations. Both texts are private to the chat. */
export interface MessageTranslationsRepository {
  /**
   * @param userId the caller; messages that this user may not read are left out
   * @param request carries the caller's own rights, for a host that needs them
   */
  read(ids: readonly string[], target: Language, userId: string, request: Request): Promise<StoredMessage[]>;
  /** Stores a new translation, unless another one exists or the message was deleted. */
  keep(messageId: string, target: Language, translation: Translation): Promise<void>;
}

interface TranslateMessagesDependencies extends TranslateDependencies {
  repository: MessageTranslationsRepository;
  callerLimits?: CallerLimits;
  /**
   * The limit that each message counts against when a provider translates it; without it only calls
   * are counted.
   */
  messageLimit?: ProviderLimit;
}

/**
 * Calls that need something translated; a reader who scrolls through a long chat makes one about
 * every second.
 */
const CALLER_LIMITS: CallerLimits = { calls: 60, windowMs: 60_000, atOnce: 3 };
/** Messages of one call that are translated at a time. */
const AT_ONCE = 4;
/** All of a call; finished translations are kept, and the rest can be asked for again. */
const CALL_MS = 25_000;
const MAX_BODY_BYTES = 4_096;

/**
 * The function `translate-messages`: POST {messageIds, targetLanguage} with a bearer token,
 * answered by {translations, untranslated}, which together contain each message once. Stored
 * translations are reused; the rest is translated as by `translate`, and stored. Messages that the
 * caller may not read are ignored.
 *
 * Statuses: 200 even when some or all stay untranslated · 400 bad JSON or a bad field · 401 no
 * session · 404 the caller can read none of the messages · 405 not POST · 413 body too large · 429
 * too many calls of this user, or too many provider calls from this address or in total.
 */
export function createTranslateMessagesHandler(dependencies: TranslateMessagesDependencies): FunctionHandler {
  const { repository, glossaryOf } = dependencies;
  const chain = chainOf(dependencies);
  const callers = createCallerLimit(dependencies.callerLimits ?? CALLER_LIMITS, chain.clock);

  return async function handleTranslateMessages(request, caller) {
    if (request.method !== 'POST') return failure(405, 'Method not allowed: use POST', { allow: 'POST' });
    if (!caller) return failure(401, 'No session');
    const body = await readJsonBody(request, MAX_BODY_BYTES);
    if (!body.ok) return body.response;
    const parsed = translateMessagesRequestSchema.safeParse(body.value);
    if (!parsed.success) return failure(400, parsed.error.issues.map(({ message }) => message).join('; '));
    const { messageIds, targetLanguage } = parsed.data;

    const ids = [...new Set(messageIds.map((id) => id.toLowerCase()))];
    const messages = await repository.read(ids, targetLanguage, caller.userId, request);
    if (messages.length === 0) return failure(404, 'There are no such messages');
    const found = new Map(messages.map((message) => [message.id, message]));
    const open = messages.filter(({ words, kept }) => words !== null && kept === null);
    if (open.length === 0) return jsonResponse(200, answerOf(ids, found, new Map()));

    // Stored translations are free; only new ones count.
    const admission = callers.admit(caller.userId);
    if (!admission.ok) return tooManyTranslations(admission.retryAfterMs);
    try {
      const glossaries = await glossariesOf(open, (sessionId) => glossaryOf?.(caller.userId, sessionId));
      const made = await translateAll(open, glossaries, targetLanguage, repository, chain, {
        signal: request.signal,
        admit: () => dependencies.messageLimit?.admit(caller) ?? { ok: true, done: () => undefined },
      });
      const [first] = made.limitedMs;
      if (first !== undefined && made.texts.size === 0) return tooManyTranslations(first);
      return jsonResponse(200, answerOf(ids, found, made.texts));
    } finally {
      admission.done();
    }
  };
}

/** @returns for each chat the terms that hold in it */
async function glossariesOf(
  messages: readonly StoredMessage[],
  read: (sessionId: string) => Promise<readonly GlossaryTerm[]> | undefined,
): Promise<Map<string, readonly GlossaryTerm[]>> {
  const glossaries = new Map<string, readonly GlossaryTerm[]>();
  for (const { sessionId } of messages) {
    if (!glossaries.has(sessionId)) glossaries.set(sessionId, (await read(sessionId)) ?? []);
  }
  return glossaries;
}

type Made = Translation | Exclude<UntranslatedReason, 'no-words'>;

async function translateAll(
  messages: readonly StoredMessage[],
  glossaries: ReadonlyMap<string, readonly GlossaryTerm[]>,
  target: TranslateMessagesRequest['targetLanguage'],
  repository: MessageTranslationsRepository,
  chain: ChainDependencies,
  call: { signal: AbortSignal; admit: () => Admission },
): Promise<{ texts: Map<string, Made>; limitedMs: number[] }> {
  const signal = AbortSignal.any([call.signal, chain.clock.timeout(CALL_MS)]);
  const texts = new Map<string, Made>();
  const limitedMs: number[] = [];
  const waiting = messages.values();
  async function work(): Promise<void> {
    // One iterator for all workers: each takes the next.
    for (const message of waiting) {
      const made = await translateOne(message, signal);
      if (made !== 'limited') texts.set(message.id, made);
    }
  }
  async function translateOne(message: StoredMessage, ends: AbortSignal): Promise<Made | 'limited'> {
    const { id, sessionId, words, language } = message;
    const request = { text: words ?? '', sourceLanguage: language, targetLanguage: target };
    const result = await translateText(request, chain, {
      glossary: glossaries.get(sessionId) ?? [],
      signal: ends,
      turn: { key: sessionId, lane: 'batch' },
      admit: call.admit,
    });
    if (result.kind === 'limited') {
      limitedMs.push(result.retryAfterMs);
      return 'limited';
    }
    if (result.kind !== 'translated') return result.kind;
    // At once, so that nothing that was paid for is lost when the reader leaves.
    await keep(id, result.translation);
    return result.translation;
  }
  /** Not kept, it is still a translation; it will be made again. */
  async function keep(id: string, translation: Translation): Promise<void> {
    try {
      await repository.keep(id, target, translation);
    } catch (error) {
      chain.log.warn({ error: errorName(error) }, 'translation not kept');
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { texts, limitedMs };
}

function answerOf(
  ids: readonly string[],
  found: ReadonlyMap<string, StoredMessage>,
  made: ReadonlyMap<string, Made>,
): TranslateMessagesResponse {
  const answer: TranslateMessagesResponse = { translations: [], untranslated: [] };
  for (const messageId of ids) {
    const result =
      found.get(messageId)?.kept ??
      made.get(messageId) ??
      ((found.get(messageId)?.words ?? null) === null ? 'no-words' : 'failed');
    if (typeof result === 'string') answer.untranslated.push({ messageId, reason: result });
    else answer.translations.push({ messageId, translatedText: result.text, engine: result.engine });
  }
  return answer;
}

function failure(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { error }, headers);
}
