import { setImmediate as nextTurn } from 'node:timers/promises';
import { findTerms, type TermMatch } from '@dragoman/domain/glossary/find-terms';
import { type MaskedText, maskTerms, respectsTerms, restoreTerms } from '@dragoman/domain/glossary/mask';
import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import type { Language } from '@dragoman/domain/languages';
import type { Phrasebook } from '@dragoman/domain/phrasebook/phrasebook';
import { storableText } from '@dragoman/domain/text';
import type { TranslateRequest } from '@dragoman/domain/translation/translate-contract';
import type { Admission } from '../http/caller-limit.ts';
import { errorName, type Log } from '../http/log.ts';
import { isProviderError, type Turn } from '../providers/provider.ts';
import type { ProviderHealth } from '../providers/provider-health.ts';
import { type Clock, logAttempts, type RetryLimits, withRetries } from '../providers/retry.ts';
import { tryProviders } from '../providers/try-providers.ts';
import type { CachedJob, Translation, TranslationCache } from './cache.ts';
import { checkTranslation, type TranslationCheck } from './checks/check-translation.ts';
import { writtenLanguage } from './checks/script.ts';
import type { TranslationJob, TranslationProvider } from './translation-provider.ts';

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
interface ChainCall {
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
const UNCHANGED = 'none';
const PHRASEBOOK = 'phrasebook';
/** Provider name of a text of which the glossary says everything. */
const GLOSSARY = 'glossary';

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
  { providers, health, clock, limits, log }: ChainDependencies,
  { signal: caller, turn }: ChainCall,
): Promise<Translation | null> {
  const started = clock.now();
  const deadline = started + limits.totalMs;
  const whole = AbortSignal.any([caller, clock.timeout(limits.totalMs)]);
  const facts = { source: job.source, target: job.target, characters: job.text.length };
  const outcome = await tryProviders({
    providers,
    health,
    caller,
    whole,
    now: clock.now,
    ask: (provider) =>
      withRetries((signal) => provider.translate(job, signal, turn), {
        limits: { ...limits, ...provider.limits },
        clock,
        deadline,
        signal: whole,
        onFailure: logAttempts(log, { ...facts, engine: provider.name }, 'translation attempt failed'),
      }),
    accept(answer, { name: engine }) {
      const check = checkGlossed(job, glossed, answer);
      if (check.ok) {
        log.info({ ...facts, engine, ms: clock.now() - started }, 'translated');
        return { text: check.text, engine };
      }
      log.warn({ ...facts, engine, fault: check.fault }, 'translation refused');
      return null;
    },
    onFailure(error, { name: engine }) {
      // A provider's failure was logged at its attempt. Anything else is a defect in its adapter.
      if (isProviderError(error)) return;
      log.warn({ ...facts, engine, error: errorName(error) }, 'translation engine broke');
    },
  });
  return outcome.ok ? outcome.result : null;
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
    log.warn({ error: errorName(error) }, 'translation cache could not be read');
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
    log.warn({ error: errorName(error) }, 'translation cache could not be written');
  }
}

/** A text in which a glossary's terms were looked for. */
interface GlossedText {
  /** The provider's input: the text with codes in the places of the terms. */
  masked: string;
  /** The replacements of the terms, for the cache's key; empty without any. */
  version: string;
  /** Puts the terms back into a provider's answer; null when it has lost one. */
  restore(answer: string): string | null;
  /**
   * Checks whether a translation that knows nothing of the glossary says each term as the glossary
   * wants it.
   */
  isRespectedBy(translation: string): boolean;
}

/** @param text in Unicode NFC, written in `source` */
function glossText(
  text: string,
  terms: readonly GlossaryTerm[],
  source: Language,
  target: Language,
): GlossedText {
  const matches = findTerms(text, terms, source, target);
  if (matches.length === 0) {
    return { masked: text, version: '', restore: (answer) => answer, isRespectedBy: () => true };
  }
  const masked = maskTerms(text, matches);
  return {
    masked: masked.text,
    version: glossaryVersion(masked, matches),
    restore: (answer) => restoreTerms(masked, answer),
    isRespectedBy: (translation) => respectsTerms(translation, matches, source, target),
  };
}

/**
 * Changes with whatever the glossary says of this text, and with nothing else: other texts keep
 * their translations.
 */
function glossaryVersion({ renderings }: MaskedText, matches: readonly TermMatch[]): string {
  return JSON.stringify([renderings, matches.map(({ term }) => term.mode)]);
}
