import { isLanguage, type Language } from '@dragoman/domain/languages';
import { wordsOfMessage } from '@dragoman/domain/messages';
import {
  TRANSLATE_MESSAGES_MAX,
  type UntranslatedReason,
} from '@dragoman/domain/translation/translate-messages';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import type { ChatMessage } from '../model/chat-message.ts';
import type { Clock } from '../model/clock.ts';
import { createStore, type ReadableStore } from '../model/store.ts';
import type { MadeTranslation, TranslateOutcome } from './outgoing-translations.ts';
import { BROWSER_PROVIDER, type ViewerTranslation } from './viewer-translation.ts';

/**
 * The state under a message that its viewer cannot read yet; absent when it is translated or needs
 * no translation.
 */
export type ViewerTranslationState =
  | { kind: 'translating' }
  | { kind: 'failed' }
  /** The server has translated much for this reader just now. */
  | { kind: 'limited' }
  /** No engine can translate it. */
  | { kind: 'none' }
  /** This browser can, once the user asks for it: it has to load a model first. */
  | { kind: 'offered' };

export type ViewerTranslationsOutcome =
  | {
      kind: 'answered';
      translations: ReadonlyMap<string, MadeTranslation & { engine: string }>;
      untranslated: ReadonlyMap<string, UntranslatedReason>;
    }
  | { kind: 'limited'; afterMs: number }
  | { kind: 'failed' }
  | { kind: 'unreachable' };

export interface TextToTranslate {
  text: string;
  source: Language;
  target: Language;
}

/** The translator that is built into some browsers. Never rejects. */
export interface BrowserTranslation {
  /** `on-request`: the browser must load a model, which it allows only on a press of a button. */
  readiness(source: Language, target: Language): Promise<'ready' | 'on-request' | 'none'>;
  /** @returns null when it could not. */
  translate(job: TextToTranslate): Promise<string | null>;
}

export interface ViewerTranslationsPorts {
  /** The viewer's language. */
  language: Language;
  clock: Clock;
  /** Asks the server, which keeps what it translates. Never rejects. */
  requestTranslations(ids: readonly string[], language: Language): Promise<ViewerTranslationsOutcome>;
  /** Asks a provider other than the named one. Never rejects. */
  requestOther(job: TextToTranslate, otherThan: string): Promise<TranslateOutcome>;
  /** The phrasebook of this device, for the time without a network. Never rejects. */
  phrasebook(job: TextToTranslate): Promise<string | null>;
  browser: BrowserTranslation;
}

export interface ViewerTranslations {
  translations: ReadableStore<ReadonlyMap<string, ViewerTranslation>>;
  states: ReadableStore<ReadonlyMap<string, ViewerTranslationState>>;
  /** Adds the translations stored on this device; known ones stay. */
  restore(kept: ReadonlyMap<string, ViewerTranslation>): void;
  /** The visible messages, most important first. Earlier ones without a request are dropped. */
  want(messages: readonly ChatMessage[]): void;
  /** Asks again for a message that stayed untranslated. */
  retry(message: ChatMessage): void;
  /**
   * Lets the browser translate it. Call it in the handler of a button: only then may the browser
   * load a model.
   */
  translateHere(message: ChatMessage): void;
  /**
   * Replaces a translation by that of another provider, on this device alone.
   * @param provider of the translation that the viewer reads
   */
  translateOther(message: ChatMessage, provider: string): Promise<TranslateOutcome>;
  /** Starts the waiting requests at once: the network is back. */
  wake(): void;
  /** Stops after the requests under way. A new request starts it again. */
  stop(): void;
}

/** Between two calls, so that a viewer who scrolls stays far from what the server allows one. */
const PAUSE_MS = 1_000;
/** A stored translation loads faster than this, without an indicator. */
const SLOW_MS = 400;

/**
 * Requests translations of messages for their reader (issue "Reading in one's own language"): the
 * visible ones, in batches, one call at a time. Messages that no provider of the server can
 * translate go to the browser's own translator, if it has one.
 */
export function createViewerTranslations({
  language,
  clock,
  requestTranslations: request,
  requestOther,
  phrasebook,
  browser,
}: ViewerTranslationsPorts): ViewerTranslations {
  const translations = createStore<ReadonlyMap<string, ViewerTranslation>>(new Map());
  const states = createStore<ReadonlyMap<string, ViewerTranslationState>>(new Map());
  /**
   * Answered messages that are not requested again unless the user asks: by id, with the words that
   * the answer is about.
   */
  const settled = new Map<string, string>();
  const offered = new Map<string, ChatMessage>();
  let queue: ChatMessage[] = [];
  let underWay: ReadonlySet<string> = new Set();
  let running = false;
  let isStopped = false;
  let pause = new AbortController();

  function show(ids: readonly string[], state: ViewerTranslationState | null): void {
    if (ids.length === 0 || (state === null && !ids.some((id) => states.get().has(id)))) return;
    const next = new Map(states.get());
    for (const id of ids) {
      if (state) next.set(id, state);
      else next.delete(id);
    }
    states.set(next);
  }

  function put(made: ReadonlyMap<string, ViewerTranslation>): void {
    if (made.size > 0) translations.set(new Map([...translations.get(), ...made]));
  }

  function isOpen(message: ChatMessage): boolean {
    const words = wordsOfMessage(message);
    if (words === null || underWay.has(message.id)) return false;
    return translations.get().get(message.id)?.words !== words && settled.get(message.id) !== words;
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    for (let failures = 0; queue.length > 0; ) {
      const batch = queue.splice(0, TRANSLATE_MESSAGES_MAX);
      const outcome = await translate(batch);
      failures = outcome.kind === 'unreachable' ? failures + 1 : 0;
      // After a network error, the messages that are still wanted return to the queue.
      if (outcome.kind === 'unreachable' && !isStopped) queue = [...batch.filter(isOpen), ...queue];
      const pauseMs = outcome.kind === 'limited' ? outcome.afterMs : PAUSE_MS;
      pause = new AbortController();
      await clock.sleep(failures > 0 ? retryDelayMs(failures) : pauseMs, pause.signal);
    }
    running = false;
  }

  async function translate(batch: readonly ChatMessage[]): Promise<ViewerTranslationsOutcome> {
    underWay = new Set(batch.map(({ id }) => id));
    const answer = new AbortController();
    void clock.sleep(SLOW_MS, answer.signal).then(() => {
      if (!answer.signal.aborted) show([...underWay], { kind: 'translating' });
    });
    const outcome = await request([...underWay], language);
    answer.abort();
    const withoutProvider = await take(batch, outcome);
    underWay = new Set();
    if (withoutProvider.length > 0) await translateInBrowser(withoutProvider);
    return outcome;
  }

  /** @returns the messages that the server has no engine for */
  async function take(
    batch: readonly ChatMessage[],
    outcome: ViewerTranslationsOutcome,
  ): Promise<ChatMessage[]> {
    const ids = batch.map(({ id }) => id);
    if (outcome.kind === 'unreachable') {
      await translateWithPhrasebook(batch);
      show(ids, null);
      return [];
    }
    for (const message of batch) settled.set(message.id, wordsOfMessage(message) ?? '');
    if (outcome.kind !== 'answered') {
      show(ids, { kind: outcome.kind });
      return [];
    }
    const withoutProvider: ChatMessage[] = [];
    const failed: string[] = [];
    const made = new Map<string, ViewerTranslation>();
    for (const message of batch) {
      const translation = outcome.translations.get(message.id);
      const reason = outcome.untranslated.get(message.id);
      if (translation) made.set(message.id, { words: wordsOfMessage(message) ?? '', ...translation });
      else if (reason === 'no-engine') withoutProvider.push(message);
      else if (reason !== 'no-words') failed.push(message.id);
    }
    // Before its sign goes: there is no moment without either.
    put(made);
    show(ids, null);
    show(failed, { kind: 'failed' });
    return withoutProvider;
  }

  async function translateWithPhrasebook(batch: readonly ChatMessage[]): Promise<void> {
    const made = new Map<string, ViewerTranslation>();
    for (const message of batch) {
      const job = jobOf(message);
      const text = job && (await phrasebook(job));
      if (text) made.set(message.id, { words: job.text, text, engine: 'phrasebook' });
    }
    put(made);
  }

  async function translateInBrowser(messages: readonly ChatMessage[]): Promise<void> {
    for (const message of messages) {
      const job = jobOf(message);
      const readiness = job && !isStopped ? await browser.readiness(job.source, job.target) : 'none';
      if (readiness === 'ready') await translateOne(message);
      else show([message.id], { kind: readiness === 'none' ? 'none' : 'offered' });
      if (readiness === 'on-request') offered.set(message.id, message);
    }
  }

  async function translateOne(message: ChatMessage): Promise<boolean> {
    const job = jobOf(message);
    show([message.id], { kind: 'translating' });
    const text = job && (await browser.translate(job));
    if (text) put(new Map([[message.id, { words: job.text, text, engine: BROWSER_PROVIDER }]]));
    show([message.id], text ? null : { kind: 'failed' });
    return Boolean(text);
  }

  function jobOf(message: ChatMessage): TextToTranslate | null {
    const text = wordsOfMessage(message);
    const source = message.source_language;
    return text !== null && isLanguage(source) ? { text, source, target: language } : null;
  }

  return {
    translations,
    states,
    restore(kept) {
      translations.set(new Map([...kept, ...translations.get()]));
    },
    want(messages) {
      isStopped = false;
      queue = messages.filter(isOpen);
      void run();
    },
    retry(message) {
      settled.delete(message.id);
      offered.delete(message.id);
      show([message.id], { kind: 'translating' });
      if (isOpen(message)) queue = [message, ...queue.filter(({ id }) => id !== message.id)];
      pause.abort();
      void run();
    },
    async translateOther(message, provider) {
      const job = jobOf(message);
      if (!job) return { kind: 'failed', failure: { kind: 'no-translation' } };
      const outcome = await requestOther(job, provider);
      if (outcome.kind === 'translated') {
        const { text, engine } = outcome;
        put(new Map([[message.id, { words: job.text, text, engine: engine ?? 'none', isOther: true }]]));
      }
      return outcome;
    },
    wake: () => pause.abort(),
    translateHere(message) {
      offered.delete(message.id);
      void translateOne(message).then(async (done) => {
        if (!done) return;
        // The model is there now, for all that was written in the same language.
        const others = [...offered.values()].filter((one) => one.source_language === message.source_language);
        for (const { id } of others) offered.delete(id);
        await translateInBrowser(others);
      });
    },
    stop() {
      isStopped = true;
      queue = [];
      pause.abort();
    },
  };
}
