import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import type { Language } from '@dragoman/domain/languages';
import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { shippedPhrasebook } from '@dragoman/domain/phrasebook/shipped';
import {
  type TranslateFailure,
  type TranslateRequest,
  type TranslateResponse,
  translateRequestSchema,
} from '@dragoman/domain/translation/translate-contract';
import { TRANSLATE_MESSAGES } from '@dragoman/domain/translation/translate-failures';
import type { FunctionHandler } from '../http/caller.ts';
import { type CallerLimits, createCallerLimit } from '../http/caller-limit.ts';
import { jsonResponse, readJsonBody, retryAfterHeader } from '../http/json.ts';
import type { Log } from '../http/log.ts';
import { createProviderLimit, type ProviderLimit } from '../http/provider-limit.ts';
import { createProviderHealth, type ProviderHealth } from '../providers/provider-health.ts';
import { type Clock, DEFAULT_LIMITS, type RetryLimits, systemClock } from '../providers/retry.ts';
import type { TranslationCache } from './cache.ts';
import { type ChainDependencies, type ChainResult, translateText } from './chain.ts';
import type { TranslationProvider } from './translation-provider.ts';

export interface TranslateDependencies {
  /** In the order in which they are tried; may be empty. */
  providers: readonly TranslationProvider[];
  cache: TranslationCache;
  log: Log;
  phrasebook?: Phrasebook;
  clock?: Clock;
  limits?: Partial<RetryLimits>;
  /** Shared with the status page; a private instance when omitted. */
  health?: ProviderHealth;
  /** The limits of one caller at providers. */
  callerLimits?: CallerLimits;
  /** The limit of translations by providers; shared between the two functions that translate. */
  providerLimit?: ProviderLimit;
  /**
   * Terms that hold for what the caller has translated: of the vendor whose chat `sessionId` names,
   * where the caller belongs to it; without a chat the caller's own. None without it.
   */
  glossaryOf?(userId: string, sessionId: string | null): Promise<readonly GlossaryTerm[]>;
  /**
   * Records the provider of a translation, so that the database keeps the provider's name when the
   * caller attaches the translation to a message. Without it the message names no provider.
   */
  note?(made: MadeTranslation): Promise<void>;
}

/** A provider made this text of these words, for this user. */
export interface MadeTranslation {
  userId: string;
  /** The text as the caller gave it. */
  words: string;
  target: Language;
  translated: string;
  engine: string;
}

/** 5,000 characters, each written as two \uXXXX escapes, and the rest of the body. */
const MAX_BODY_BYTES = 65_536;

/** More than a quick writer sends; a program that has whole books translated meets it. */
export const TRANSLATE_CALLER_LIMITS: CallerLimits = { calls: 120, windowMs: 60_000, atOnce: 12 };

/**
 * Calls for each that a provider may answer: the phrasebook and the cache are free, but a text costs
 * processor time before they are asked.
 */
const CALLS_FOR_ONE = 4;

/**
 * The function `translate` (specification 7.7): POST {text, targetLanguage, sourceLanguage} with a
 * bearer token, answered by {translatedText, engine} or {error}. `sessionId` names the chat whose
 * vendor's glossary applies. A text that is in the target language already, and one without words,
 * comes back unchanged with the provider `none`.
 *
 * Statuses: 200 · 400 bad JSON or a bad field · 401 no session · 405 not POST · 413 body too large
 * · 429 too many calls of this user, or providers have been asked too often, by this user, from this
 * address or altogether · 502 every provider failed · 503 no provider is configured and the
 * phrasebook does not know the text.
 */
export function createTranslateHandler(dependencies: TranslateDependencies): FunctionHandler {
  const chain = chainOf(dependencies);
  const user = dependencies.callerLimits ?? TRANSLATE_CALLER_LIMITS;
  const callers = dependencies.providerLimit ?? createProviderLimit({ user }, chain.clock);
  const calls = createCallerLimit(
    { ...user, calls: user.calls * CALLS_FOR_ONE, atOnce: user.atOnce * CALLS_FOR_ONE },
    chain.clock,
  );

  return async function handleTranslate(request, caller) {
    if (request.method !== 'POST') return failure(405, 'Method not allowed: use POST', { allow: 'POST' });
    if (!caller) return failure(401, 'No session');
    const body = await readJsonBody(request, MAX_BODY_BYTES);
    if (!body.ok) return body.response;
    const parsed = translateRequestSchema.safeParse(body.value);
    if (!parsed.success) {
      return failure(400, parsed.error.issues.map((issue) => issue.message).join('; '));
    }
    const { userId } = caller;
    const call = calls.admit(userId);
    if (!call.ok) return tooManyTranslations(call.retryAfterMs);
    try {
      const glossary = (await dependencies.glossaryOf?.(userId, parsed.data.sessionId ?? null)) ?? [];
      const result = await translateText(parsed.data, chain, {
        glossary,
        admit: () => callers.admit(caller),
        signal: request.signal,
        // Not the chat: a caller could name another one each time, and pass all who wait.
        turn: { key: userId, lane: 'live' },
      });
      await noteResult(result, parsed.data, userId, dependencies);
      return answer(result);
    } finally {
      call.done();
    }
  };
}

/** A note that fails costs the provider's name alone: the reader still gets the translation. */
async function noteResult(
  result: ChainResult,
  { text, targetLanguage }: TranslateRequest,
  userId: string,
  { note, log }: TranslateDependencies,
): Promise<void> {
  if (result.kind !== 'translated' || !note) return;
  const { text: translated, engine: provider } = result.translation;
  try {
    await note({ userId, words: text, target: targetLanguage, translated, engine: provider });
  } catch (error) {
    log.warn({ error: (error as Error).name }, 'translation could not be noted');
  }
}

/** @returns what translating needs, with what the product uses where nothing else is given. */
export function chainOf(dependencies: TranslateDependencies): ChainDependencies {
  const { providers, cache, log, clock = systemClock } = dependencies;
  return {
    providers,
    cache,
    log,
    clock,
    phrasebook: dependencies.phrasebook ?? shippedPhrasebook(),
    health: dependencies.health ?? createProviderHealth(providers, { kind: 'translation', clock, log }),
    limits: { ...DEFAULT_LIMITS, ...dependencies.limits },
  };
}

/** The response to a user over the limit of translations. */
export function tooManyTranslations(retryAfterMs: number): Response {
  const headers = retryAfterHeader(retryAfterMs);
  return failure(429, 'Too many translations at once. Please try again in a moment.', headers);
}

function answer(result: ChainResult): Response {
  switch (result.kind) {
    case 'translated': {
      const { text, engine: provider } = result.translation;
      return jsonResponse(200, { translatedText: text, engine: provider } satisfies TranslateResponse);
    }
    case 'limited':
      return tooManyTranslations(result.retryAfterMs);
    case 'no-engine':
      return failure(503, TRANSLATE_MESSAGES.noEngine);
    case 'failed':
      return failure(502, TRANSLATE_MESSAGES.failed);
  }
}

function failure(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { error } satisfies TranslateFailure, headers);
}
