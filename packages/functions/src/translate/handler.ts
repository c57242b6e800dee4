import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { shippedPhrasebook } from '@dragoman/domain/phrasebook/shipped';
import {
  type TranslateAnswer,
  type TranslateFailure,
  translateRequestSchema,
} from '@dragoman/domain/translate-contract';
import { jsonResponse } from '../http/json-response.ts';
import { BodyTooLargeError, readLimitedText } from '../http/limited-text.ts';
import type { Log } from '../http/log.ts';
import type { TranslationCache } from './cache.ts';
import { type ChainResult, translateText } from './chain.ts';
import { createEngineHealth, type EngineHealth } from './engine-health.ts';
import type { TranslationEngine } from './engines/engine.ts';
import { type Clock, DEFAULT_LIMITS, type RetryLimits, systemClock } from './retry.ts';

/** Who calls. The host has verified the bearer token; null when there was none, or none that is valid. */
export type Caller = { userId: string } | null;

export type FunctionHandler = (request: Request, caller: Caller) => Promise<Response>;

export interface TranslateDependencies {
  /** In the order in which they are tried; may be empty. */
  engines: readonly TranslationEngine[];
  cache: TranslationCache;
  log: Log;
  phrasebook?: Phrasebook;
  clock?: Clock;
  limits?: Partial<RetryLimits>;
  /** Shared with whoever shows it; one of its own without. */
  health?: EngineHealth;
}

/** 5,000 characters, each written as two \uXXXX escapes, and the rest of the body. */
const MAX_BODY_BYTES = 65_536;

const NO_ENGINE =
  'Translation is not available: no translation engine is configured, and the phrasebook does not know this text';

/**
 * The function `translate` (spec section 7): POST {text, targetLanguage, sourceLanguage} with a bearer token, answered by
 * {translatedText, engine} or {error}. A text in the target language already, and one without words, comes back
 * unchanged with the engine `none`.
 *
 * Statuses: 200 · 400 bad JSON or a bad field · 401 no session · 405 not POST · 413 body too large · 502 every engine
 * failed · 503 no engine is configured and the phrasebook does not know the text.
 */
export function createTranslateHandler(dependencies: TranslateDependencies): FunctionHandler {
  const { engines, cache, log, clock = systemClock } = dependencies;
  const chain = {
    engines,
    cache,
    log,
    clock,
    phrasebook: dependencies.phrasebook ?? shippedPhrasebook(),
    health:
      dependencies.health ??
      createEngineHealth(
        engines.map(({ name }) => name),
        { kind: 'translation', clock, log },
      ),
    limits: { ...DEFAULT_LIMITS, ...dependencies.limits },
  };

  return async function handleTranslate(request, caller) {
    if (request.method !== 'POST') return failure(405, 'Method not allowed: use POST', { allow: 'POST' });
    if (!caller) return failure(401, 'No session');
    const body = await readBody(request);
    if (!body.ok) return body.response;
    const parsed = translateRequestSchema.safeParse(body.value);
    if (!parsed.success) {
      return failure(400, parsed.error.issues.map((issue) => issue.message).join('; '));
    }
    return answer(await translateText(parsed.data, chain, request.signal));
  };
}

function answer(result: ChainResult): Response {
  switch (result.kind) {
    case 'translated': {
      const { text, engine } = result.translation;
      return jsonResponse(200, { translatedText: text, engine } satisfies TranslateAnswer);
    }
    case 'no-engine':
      return failure(503, NO_ENGINE);
    case 'failed':
      return failure(502, 'Translation failed');
  }
}

type Body = { ok: true; value: unknown } | { ok: false; response: Response };

async function readBody(request: Request): Promise<Body> {
  try {
    return { ok: true, value: JSON.parse(await readLimitedText(request, MAX_BODY_BYTES)) };
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      return { ok: false, response: failure(413, `The request body must be at most ${error.limit} bytes`) };
    }
    if (error instanceof SyntaxError) {
      return { ok: false, response: failure(400, 'The request body must be valid JSON') };
    }
    throw error;
  }
}

function failure(status: number, error: string, headers?: Record<string, string>): Response {
  return jsonResponse(status, { error } satisfies TranslateFailure, headers);
}
