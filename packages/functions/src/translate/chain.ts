import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import type { Language } from '@dragoman/domain/languages';
import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { storableText } from '@dragoman/domain/text';
import type { TranslateRequest } from '@dragoman/domain/translation/translate-contract';
import type { Admission } from '../http/caller-limit.ts';
import type { Log } from '../http/log.ts';
import type { CachedJob, Translation, TranslationCache } from './cache.ts';
import { checkTranslation, type TranslationCheck } from './checks/check-translation.ts';
import { writtenLanguage } from './checks/script.ts';
import { type GlossedText, glossText } from './glossed-text.ts';
import type { ProviderHealth } from './provider-health.ts';
import {
  isProviderError,
  type TranslationJob,
  type TranslationProvider,
  type Turn,
} from './providers/provider.ts';
import { type Clock, type RetryLimits, withRetries } from './retry.ts';

export interface ChainDependencies {
  phrasebook: Phrasebook;
  cache: TranslationCache;
  /** In the order in which they are tried. */
  providers: readonly TranslationProvider[];
  health: ProviderHealth;
  log: Log;
  clock: Clock;
  limits: RetryLimits;
}

export type ChainResult =
  | { kind: 'translated'; translation: Translation }
  /** There is no provider to ask, and the phrasebook does not know the text. */
  | { kind: 'no-engine' }
  /** Every provider failed, or answered something that cannot be a translation. */
  | { kind: 'failed' }
  /** The caller has had too much translated by providers. */
  | { kind: 'limited'; retryAfterMs: number };

/** The context of one call. */
export interface ChainCall {
  /** Terms that hold for this text; looked for in this order. */
  glossary: readonly GlossaryTerm[];
  /** Asked before providers are, since they cost money; not at all without it. */
  admit?(): Admission;
  /** Aborted when the caller no longer waits for the answer. */
  signal: AbortSignal;
  /** The queue place at providers that do one thing at a time. */
  turn?: Turn;
}

/** Provider name of a text that needed no translation; the text comes back as it was. */
export const UNCHANGED = 'none';
export const PHRASEBOOK = 'phrasebook';
/** Provider name of a text of which the glossary says everything. */
export const GLOSSARY = 'glossary';

/** Looking for terms and scripts in a text of so many letters takes no time to speak of. */
const SHORT_TEXT = 1_000;
let turns: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other long text has: many of them at once would keep
 * the process from answering anything else. Not by a timer: timers that are due run in one turn.
 */
function ownTurn(): Promise<void> {
  turns = turns.then(() => nextTurn());
  return turns;
}

/**
 * Translates a valid request: phrasebook, then cache, then each provider in turn; never an invented
 * translation. Glossary terms are rendered as the glossary says, regardless of the provider. A text
 * without translatable content, or already in the target language, is returned unchanged.
 *
 * With `otherThan` the named provider is left out, and the answer is not put into the cache: other
 * callers keep getting the answer of the first provider.
 */
export async function translateText(
  request: TranslateRequest,
  dependencies: ChainDependencies,
  call: ChainCall,
): Promise<ChainResult> {
  if (request.text.length > SHORT_TEXT) await ownTurn();
  const text = storableText(request.text).trim();
  const target: Language = request.targetLanguage;
  const unchanged: ChainResult = { kind: 'translated', translation: { text, engine: UNCHANGED } };
  const written = writtenLanguage(text, request.sourceLanguage);
  const isReadable = written === target || request.sourceLanguage === target;
  // A code alone is nothing to translate, but it may be a term with a name of its own.
  if (isReadable || (written === null && call.glossary.length === 0)) return unchanged;
  const declared = written ?? request.sourceLanguage;
  const glossed = glossText(text.normalize('NFC'), call.glossary, declared, target);
  const source = glossed.version === '' ? written : writtenLanguage(glossed.masked, declared);
  if (source === null) {
    const said = glossed.restore(glossed.masked);
    return said === null || said === text
      ? unchanged
      : { kind: 'translated', translation: { text: said, engine: GLOSSARY } };
  }
  if (source === target) return unchanged;

  const { otherThan } = request;
  const phrase =
    otherThan === PHRASEBOOK ? null : dependencies.phrasebook.translate({ text, source, target });
  if (phrase !== null && glossed.isRespectedBy(phrase)) {
    return { kind: 'translated', translation: { text: phrase, engine: PHRASEBOOK } };
  }
  const job: CachedJob = { text: glossed.masked, source, target, glossary: glossed.version };
  const admitted = dependencies.providers.filter(({ name }) => name !== otherThan);
  const cached = await fromCache(job, { ...dependencies, providers: admitted });
  if (cached) return { kind: 'translated', translation: cached };
  const providers = admitted.filter((provider) => provider.isReady?.(job) ?? true);
  if (providers.length === 0) return { kind: 'no-engine' };

  const admission = call.admit?.();
  if (admission?.ok === false) return { kind: 'limited', retryAfterMs: admission.retryAfterMs };
  try {
    const translation = await fromProviders(job, glossed, { ...dependencies, providers }, call);
    if (translation && !otherThan) await intoCache(job, translation, { ...dependencies, providers });
    return translation ? { kind: 'translated', translation } : { kind: 'failed' };
  } finally {
    admission?.done();
  }
}

async function fromProviders(
  { glossary: _, ...job }: CachedJob,
  glossed: GlossedText,
  dependencies: ChainDependencies,
  { signal: callerSignal, turn }: ChainCall,
): Promise<Translation | null> {
  const { providers, health, clock, limits, log } = dependencies;
  const started = clock.now();
  const signal = AbortSignal.any([callerSignal, clock.timeout(limits.totalMs)]);
  const facts = { source: job.source, target: job.target, characters: job.text.length };
  for (const provider of providers) {
    if (signal.aborted) break;
    if (!health.admits(provider.name)) continue;
    try {
      const answer = await withRetries((attemptSignal) => provider.translate(job, attemptSignal, turn), {
        limits: { ...limits, ...provider.limits },
        clock,
        deadline: started + limits.totalMs,
        signal,
        onFailure: (error, attempt) =>
          log.warn(
            { ...facts, engine: provider.name, attempt, failure: error.failure, status: error.status },
            'translation attempt failed',
          ),
      });
      health.succeeded(provider.name);
      const check = checkGlossed(job, glossed, answer);
      if (check.ok) {
        log.info({ ...facts, engine: provider.name, ms: clock.now() - started }, 'translated');
        return { text: check.text, engine: provider.name };
      }
      log.warn({ ...facts, engine: provider.name, fault: check.fault }, 'translation refused');
    } catch (error) {
      // A provider's failure was logged above; anything else is a defect in its adapter, and must
      // not stop the next one.
      if (isProviderError(error)) {
        // When the caller has left, it was us who ended the attempt.
        if (!callerSignal.aborted) health.failed(provider.name, error);
      } else {
        log.warn({ ...facts, engine: provider.name, error: nameOf(error) }, 'translation engine broke');
      }
    } finally {
      health.released(provider.name);
    }
  }
  return null;
}

/**
 * The masked answer is judged by the masked text, so that a term in another script is no fault;
 * then its terms come back.
 */
function checkGlossed(
  job: TranslationJob,
  glossed: GlossedText,
  answer: string,
): TranslationCheck | { ok: false; fault: 'term-lost' } {
  const check = checkTranslation(job, answer);
  if (!check.ok) return check;
  const text = glossed.restore(check.text);
  return text === null ? { ok: false, fault: 'term-lost' } : { ok: true, text };
}

/** A cache that is down costs time and money, but not the translation. */
async function fromCache(
  job: CachedJob,
  { cache, providers, log }: ChainDependencies,
): Promise<Translation | null> {
  if (providers.length === 0) return null;
  try {
    return await cache.get(
      job,
      providers.map(({ description }) => description),
    );
  } catch (error) {
    log.warn({ error: nameOf(error) }, 'translation cache could not be read');
    return null;
  }
}

async function intoCache(
  job: CachedJob,
  translation: Translation,
  { cache, providers, log }: ChainDependencies,
): Promise<void> {
  const provider = providers.find(({ name }) => name === translation.engine);
  if (!provider) return;
  try {
    await cache.set(job, provider.description, translation);
  } catch (error) {
    log.warn({ error: nameOf(error) }, 'translation cache could not be written');
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
