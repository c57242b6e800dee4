import type { Language } from '@dragoman/domain/languages';
import type { ChatMessage } from '../model/chat-message.ts';
import type { Clock } from '../model/clock.ts';
import { createStore, type ReadableStore } from '../model/store.ts';

export interface TranslationRequest {
  /** Id of the message. */
  id: string;
  /** The chat that it is in: its vendor's glossary holds. Null: the caller's own. */
  sessionId: string | null;
  text: string;
  source: Language;
  target: Language;
}

/** Why there is no translation (specification 8.7). */
export type TranslationFailure =
  | { kind: 'server'; message: string }
  | { kind: 'no-session' }
  /** This user has had too much translated for now. */
  | { kind: 'limited' }
  | { kind: 'no-translation' }
  | { kind: 'unknown' };

/** A text in another language, and its engine's name; null when unknown. */
export interface MadeTranslation {
  text: string;
  engine: string | null;
}

export type TranslateOutcome =
  /** `here`: by the phrasebook in this browser. */
  | ({ kind: 'translated'; here?: boolean } & MadeTranslation)
  | { kind: 'failed'; failure: TranslationFailure }
  | { kind: 'unreachable' };

export type AttachOutcome = 'attached' | 'unreachable' | 'refused';

/** The progress of a message's translation; absent when it is translated or needs none. */
export type TranslationState =
  | { kind: 'translating' }
  | { kind: 'failed' }
  /**
   * Translated in this browser while the message waits for the network; it goes out with this
   * translation.
   */
  | { kind: 'phrasebook'; text: string };

/** @returns the message with its pending phrasebook translation; the same object without one */
export function withPhrasebook(message: ChatMessage, translation: TranslationState | undefined): ChatMessage {
  if (message.translated_content !== null || translation?.kind !== 'phrasebook') return message;
  return { ...message, translated_content: translation.text };
}

export interface TranslationPorts {
  clock: Clock;
  /** Never rejects. */
  translate(request: TranslationRequest): Promise<TranslateOutcome>;
  /** Writes a translation to a delivered message. Never rejects. */
  attach(request: TranslationRequest, translation: MadeTranslation): Promise<AttachOutcome>;
  /** Called once for each delivered message that stays untranslated. */
  onFailed(id: string, failure: TranslationFailure): void;
}

export interface OutgoingTranslations {
  /** States by message id. */
  states: ReadableStore<ReadonlyMap<string, TranslationState>>;
  /**
   * Begins to translate, unless this message is being translated or has been.
   * @returns the outcome
   */
  start(request: TranslationRequest): Promise<TranslateOutcome>;
  /** @returns the translation if it is there within `graceMs` of its start, else null. */
  ready(id: string, graceMs: number): Promise<MadeTranslation | null>;
  /**
   * The message is delivered without its translation: attaches that when it comes. Resolves when it
   * is settled.
   */
  follow(id: string): Promise<void>;
  /** The message is delivered with its translation, or will not be delivered. */
  forget(id: string): void;
  /** Translates a delivered message again and attaches the result. */
  retry(request: TranslationRequest): Promise<void>;
}

interface Job {
  request: TranslationRequest;
  startedAt: number;
  outcome: Promise<TranslateOutcome>;
  settled: TranslateOutcome | null;
  following: Promise<void> | null;
}

/** Whether the server was not there when a translation was asked for. */
function isWithoutServer(outcome: TranslateOutcome | null): boolean {
  return outcome?.kind === 'unreachable' || (outcome?.kind === 'translated' && outcome.here === true);
}

const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, 8_000] as const;

/**
 * Coordinates translations with sending, so that a translation never holds a message back
 * (specification 4.11): it rides in the insert when it is quick, is attached when it comes later,
 * and a failure leaves the message as it is.
 */
export function createOutgoingTranslations({
  clock,
  translate,
  attach,
  onFailed,
}: TranslationPorts): OutgoingTranslations {
  const jobs = new Map<string, Job>();
  const states = createStore<ReadonlyMap<string, TranslationState>>(new Map());

  function setState(id: string, state: TranslationState | null): void {
    const next = new Map(states.get());
    if (state) next.set(id, state);
    else next.delete(id);
    states.set(next);
  }

  function start(request: TranslationRequest): Promise<TranslateOutcome> {
    const running = jobs.get(request.id);
    // The network that was missing for the translation is the one that holds the message back: it
    // starts afresh. So does what this browser has translated meanwhile, which knows nothing of the
    // vendor's glossary.
    if (running && !isWithoutServer(running.settled)) return running.outcome;
    const outcome = translate(request);
    const job: Job = { request, startedAt: clock.now(), outcome, settled: null, following: null };
    jobs.set(request.id, job);
    void outcome.then((result) => {
      job.settled = result;
      if (result.kind === 'translated' && result.here && jobs.get(request.id) === job) {
        setState(request.id, { kind: 'phrasebook', text: result.text });
      }
    });
    return outcome;
  }

  async function ready(id: string, graceMs: number): Promise<MadeTranslation | null> {
    const job = jobs.get(id);
    if (!job) return null;
    const left = job.startedAt + graceMs - clock.now();
    if (!job.settled && left > 0) {
      const done = new AbortController();
      await Promise.race([job.outcome, clock.sleep(left, done.signal)]);
      done.abort();
    }
    return job.settled?.kind === 'translated' ? madeBy(job.settled) : null;
  }

  function follow(id: string): Promise<void> {
    const job = jobs.get(id);
    if (!job) return Promise.resolve();
    job.following ??= finish(job);
    return job.following;
  }

  async function finish(job: Job): Promise<void> {
    const { id } = job.request;
    setState(id, { kind: 'translating' });
    const outcome = await reachable(
      job.outcome,
      (last) => last.kind === 'unreachable',
      () => translate(job.request),
    );
    const attached =
      outcome.kind === 'translated' && (await attachTranslation(job.request, madeBy(outcome))) === 'attached';
    jobs.delete(id);
    setState(id, attached ? null : { kind: 'failed' });
    if (!attached) onFailed(id, outcome.kind === 'failed' ? outcome.failure : { kind: 'unknown' });
  }

  function attachTranslation(
    request: TranslationRequest,
    translation: MadeTranslation,
  ): Promise<AttachOutcome> {
    const write = () => attach(request, translation);
    return reachable(write(), (last) => last === 'unreachable', write);
  }

  /** Repeats what did not reach the server a few times, with pauses. @returns the last result. */
  async function reachable<T>(
    first: Promise<T>,
    isUnreachable: (result: T) => boolean,
    again: () => Promise<T>,
  ): Promise<T> {
    let result = await first;
    for (const delay of RETRY_DELAYS_MS) {
      if (!isUnreachable(result)) break;
      await clock.sleep(delay);
      result = await again();
    }
    return result;
  }

  function forget(id: string): void {
    jobs.delete(id);
    setState(id, null);
  }

  return {
    states,
    start,
    ready,
    follow,
    forget,
    retry(request) {
      void start(request);
      return follow(request.id);
    },
  };
}

function madeBy({ text, engine: provider }: MadeTranslation): MadeTranslation {
  return { text, engine: provider };
}
