import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import type { Language } from '@dragoman/domain/languages';
import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { storableText } from '@dragoman/domain/text';
import type { TranslateRequest } from '@dragoman/domain/translate-contract';
import type { Admission } from '../http/caller-limit.ts';
import type { Log } from '../http/log.ts';
import type { CachedJob, Translation, TranslationCache } from './cache.ts';
import { type AnswerCheck, checkAnswer } from './checks/check-answer.ts';
import { writtenLanguage } from './checks/script.ts';
import type { EngineHealth } from './engine-health.ts';
import { isEngineError, type TranslationEngine, type TranslationJob, type Turn } from './engines/engine.ts';
import { type GlossedText, glossText } from './glossed-text.ts';
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
  | { kind: 'failed' }
  /** The caller has had too much translated by engines. */
  | { kind: 'limited'; retryAfterMs: number };

/** What belongs to one call. */
export interface ChainCall {
  /** Terms that hold for this text; looked for in this order. */
  glossary: readonly GlossaryTerm[];
  /** Asked before engines are, since they cost money; not at all without it. */
  admit?(): Admission;
  /** Aborted when the caller no longer waits for the answer. */
  signal: AbortSignal;
  /** For engines that do one thing at a time. */
  turn?: Turn;
}

/** Engine name of a text that needed no translation; the text comes back as it was. */
export const UNCHANGED = 'none';
export const PHRASEBOOK = 'phrasebook';
/** Engine name of a text of which the glossary says everything. */
export const GLOSSARY = 'glossary';

/**
 * Translates a valid request: phrasebook, then cache, then each engine in turn; never an invented
 * translation. Glossary terms are rendered as the glossary says, regardless of the engine. A text
 * without translatable content, or already in the target language, is returned unchanged.
 */
export async function translateText(
  request: TranslateRequest,
  dependencies: ChainDependencies,
  call: ChainCall,
): Promise<ChainResult> {
  const text = storableText(request.text).trim();
  const target: Language = request.targetLanguage;
  const unchanged: ChainResult = { kind: 'translated', translation: { text, engine: UNCHANGED } };
  const written = writtenLanguage(text, request.sourceLanguage);
  const isReadable = written === target || request.sourceLanguage === target;
  // A code alone is nothing to translate, but it may be a term with a name of its own.
  if (isReadable || (written === null && call.glossary.length === 0)) return unchanged;
  const declared = written ?? request.sourceLanguage;
  const glossed = glossText(text.normalize('NFC'), call.glossary, declared, target);
  const source = writtenLanguage(glossed.masked, declared);
  if (source === null) {
    const said = glossed.restore(glossed.masked);
    return said === null || said === text
      ? unchanged
      : { kind: 'translated', translation: { text: said, engine: GLOSSARY } };
  }
  if (source === target) return unchanged;

  const phrase = dependencies.phrasebook.translate({ text, source, target });
  if (phrase !== null && glossed.isRespectedBy(phrase)) {
    return { kind: 'translated', translation: { text: phrase, engine: PHRASEBOOK } };
  }
  const job: CachedJob = { text: glossed.masked, source, target, glossary: glossed.version };
  const cached = await fromCache(job, dependencies);
  if (cached) return { kind: 'translated', translation: cached };
  const engines = dependencies.engines.filter((engine) => engine.isReady?.(job) ?? true);
  if (engines.length === 0) return { kind: 'no-engine' };

  const admission = call.admit?.();
  if (admission?.ok === false) return { kind: 'limited', retryAfterMs: admission.retryAfterMs };
  try {
    const translation = await fromEngines(job, glossed, { ...dependencies, engines }, call);
    return translation ? { kind: 'translated', translation } : { kind: 'failed' };
  } finally {
    admission?.done();
  }
}

async function fromEngines(
  { glossary, ...job }: CachedJob,
  glossed: GlossedText,
  dependencies: ChainDependencies,
  { signal: callerSignal, turn }: ChainCall,
): Promise<Translation | null> {
  const { engines, health, clock, limits, log } = dependencies;
  const started = clock.now();
  const signal = AbortSignal.any([callerSignal, clock.timeout(limits.totalMs)]);
  const facts = { source: job.source, target: job.target, characters: job.text.length };
  for (const engine of engines) {
    if (signal.aborted) break;
    if (!health.admits(engine.name)) continue;
    try {
      const answer = await withRetries((attemptSignal) => engine.translate(job, attemptSignal, turn), {
        limits: { ...limits, ...engine.limits },
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
      const check = checkGlossed(job, glossed, answer);
      if (check.ok) {
        log.info({ ...facts, engine: engine.name, ms: clock.now() - started }, 'translated');
        const translation = { text: check.text, engine: engine.name };
        await intoCache({ ...job, glossary }, engine, translation, dependencies);
        return translation;
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

/** The masked answer is judged by the masked text, so that a term in another script is no fault; then its terms come back. */
function checkGlossed(
  job: TranslationJob,
  glossed: GlossedText,
  answer: string,
): AnswerCheck | { ok: false; fault: 'term-lost' } {
  const check = checkAnswer(job, answer);
  if (!check.ok) return check;
  const text = glossed.restore(check.text);
  return text === null ? { ok: false, fault: 'term-lost' } : { ok: true, text };
}

/** A cache that is down costs time and money, but not the translation. */
async function fromCache(
  job: CachedJob,
  { cache, engines, log }: ChainDependencies,
): Promise<Translation | null> {
  if (engines.length === 0) return null;
  try {
    return await cache.get(
      job,
      engines.map(({ description }) => description),
    );
  } catch (error) {
    log.warn({ error: nameOf(error) }, 'translation cache could not be read');
    return null;
  }
}

async function intoCache(
  job: CachedJob,
  engine: TranslationEngine,
  translation: Translation,
  { cache, log }: ChainDependencies,
): Promise<void> {
  try {
    await cache.set(job, engine.description, translation);
  } catch (error) {
    log.warn({ error: nameOf(error) }, 'translation cache could not be written');
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
