import type { Language } from '@dragoman/domain/languages';
import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { storableText } from '@dragoman/domain/text';
import type { TranslateRequest } from '@dragoman/domain/translate-contract';
import type { Log } from '../http/log.ts';
import type { Translation, TranslationCache } from './cache.ts';
import { checkAnswer } from './checks/check-answer.ts';
import { writtenLanguage } from './checks/script.ts';
import type { EngineHealth } from './engine-health.ts';
import { isEngineError, type TranslationEngine, type TranslationJob } from './engines/engine.ts';
import { type Clock, type RetryLimits, withRetries } from './retry.ts';

export interface ChainDependencies {
  phrasebook: Phrasebook;
  cache: TranslationCache;
  /** In the order in which they are tried. */
  engines: readonly TranslationEngine[];
  health: EngineHealth;
  log: Log;
  clock: Clock;
  limits: RetryLimits;
}

export type ChainResult =
  | { kind: 'translated'; translation: Translation }
  /** There is no engine to ask, and the phrasebook does not know the text. */
  | { kind: 'no-engine' }
  /** Every engine failed, or answered something that cannot be a translation. */
  | { kind: 'failed' };

/** Engine name of a text that needed no translation; the text comes back as it was. */
export const UNCHANGED = 'none';
export const PHRASEBOOK = 'phrasebook';

/**
 * Translates a valid request: phrasebook, then cache, then each engine in turn; never a made-up translation.
 * A text that has nothing to translate, or is already in the target language, comes back unchanged.
 * @param signal aborted when nobody waits for the answer any more.
 */
export async function translateText(
  request: TranslateRequest,
  dependencies: ChainDependencies,
  signal: AbortSignal,
): Promise<ChainResult> {
  const text = storableText(request.text).trim();
  const source = writtenLanguage(text, request.sourceLanguage);
  const target: Language = request.targetLanguage;
  if (source === null || source === target || request.sourceLanguage === target) {
    return { kind: 'translated', translation: { text, engine: UNCHANGED } };
  }
  const job: TranslationJob = { text, source, target };
  const phrase = dependencies.phrasebook.translate(job);
  if (phrase !== null) return { kind: 'translated', translation: { text: phrase, engine: PHRASEBOOK } };

  const cached = await fromCache(job, dependencies);
  if (cached) return { kind: 'translated', translation: cached };
  if (dependencies.engines.length === 0) return { kind: 'no-engine' };

  const translation = await fromEngines(job, dependencies, signal);
  if (!translation) return { kind: 'failed' };
  await intoCache(job, translation, dependencies);
  return { kind: 'translated', translation };
}

async function fromEngines(
  job: TranslationJob,
  { engines, health, clock, limits, log }: ChainDependencies,
  callerSignal: AbortSignal,
): Promise<Translation | null> {
  const started = clock.now();
  const signal = AbortSignal.any([callerSignal, clock.timeout(limits.totalMs)]);
  const facts = { source: job.source, target: job.target, characters: job.text.length };
  for (const engine of engines) {
    if (signal.aborted) break;
    if (!health.admits(engine.name)) continue;
    try {
      const answer = await withRetries((attemptSignal) => engine.translate(job, attemptSignal), {
        limits,
        clock,
        deadline: started + limits.totalMs,
        signal,
        onFailure: (error, attempt) =>
          log.warn(
            { ...facts, engine: engine.name, attempt, failure: error.failure, status: error.status },
            'translation attempt failed',
          ),
      });
      health.succeeded(engine.name);
      const check = checkAnswer(job, answer);
      if (check.ok) {
        log.info({ ...facts, engine: engine.name, ms: clock.now() - started }, 'translated');
        return { text: check.text, engine: engine.name };
      }
      log.warn({ ...facts, engine: engine.name, fault: check.fault }, 'translation refused');
    } catch (error) {
      // An engine's failure was logged above; anything else is a defect in its adapter, and must not stop the next one.
      if (isEngineError(error)) {
        // When the caller has left, it was us who ended the attempt.
        if (!callerSignal.aborted) health.failed(engine.name, error);
      } else {
        log.warn({ ...facts, engine: engine.name, error: nameOf(error) }, 'translation engine broke');
      }
    } finally {
      health.released(engine.name);
    }
  }
  return null;
}

/** A cache that is down costs time and money, but not the translation. */
async function fromCache(
  job: TranslationJob,
  { cache, log }: ChainDependencies,
): Promise<Translation | null> {
  try {
    return await cache.get(job);
  } catch (error) {
    log.warn({ error: nameOf(error) }, 'translation cache could not be read');
    return null;
  }
}

async function intoCache(
  job: TranslationJob,
  translation: Translation,
  { cache, log }: ChainDependencies,
): Promise<void> {
  try {
    await cache.set(job, translation);
  } catch (error) {
    log.warn({ error: nameOf(error) }, 'translation cache could not be written');
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
