import type { Language } from '@dragoman/domain/languages';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import type { Clock } from '../model/clock.ts';
import type { OutboxEntry } from '../model/outbox-entry.ts';
import type { OutboxStore } from '../model/outbox-store.ts';
import { type ReadableValue, writableValue } from '../model/store-value.ts';
import type { AttachOutcome } from '../translation/translation-desk.ts';

/** A delivered voice message whose words are wanted. */
export interface TranscriptionRequest {
  /** Id of the message. */
  id: string;
  /** The chat that it is in. */
  sessionId: string;
  audio: Blob;
  /** What was spoken. */
  language: Language;
  /** Language to translate the words into; null when nothing is to be translated. */
  target: Language | null;
}

/** Why there are no words (spec section 8, "Voice processing fails"). */
export type TranscriptionFailure =
  | { kind: 'server'; message: string }
  /** The server refused without a word. */
  | { kind: 'refused' }
  /** An answer without a text. */
  | { kind: 'no-text' }
  | { kind: 'unknown' };

export type TranscribeOutcome =
  | { kind: 'transcribed'; text: string }
  | { kind: 'failed'; failure: TranscriptionFailure }
  /** It did not get through, or the server asks to come again after that many ms. */
  | { kind: 'unreachable'; afterMs: number };

export interface TranscriptionPorts {
  /** Profile of the speaker. */
  senderId: string;
  /** Keeps delivered recordings until they are written down. */
  store: OutboxStore;
  clock: Clock;
  /** Runs `work` while no other tab runs one. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Never rejects. */
  transcribe(request: TranscriptionRequest): Promise<TranscribeOutcome>;
  /** Writes the words to a delivered message. Never rejects. */
  attach(id: string, words: string): Promise<AttachOutcome>;
  /** The words are with their message, and can be translated. */
  onTranscribed(request: TranscriptionRequest, words: string): void;
  /** Called once for each message that stays without words. */
  onFailed(id: string, failure: TranscriptionFailure): void;
}

export interface TranscriptionDesk {
  /** Ids of the messages that are being written down, or wait for it. */
  busy: ReadableValue<ReadonlySet<string>>;
  /**
   * Begins now: the network is back, or a recording was delivered.
   * @param id of the recording's message, which waits from this moment on.
   */
  wake(id?: string): void;
  /** Writes down a recording that stayed without words. */
  retry(id: string, request: () => Promise<TranscriptionRequest>): Promise<void>;
  /** Ends; what is under way is finished. */
  stop(): void;
}

/** How often a repetition that somebody asked for tries to get through. */
const RETRY_ATTEMPTS = 3;

/**
 * Has delivered recordings written down, one after the other, so that this never holds a message back. What did not get
 * through is tried again, also after a reload: the recording stays in the store until there are words or a refusal.
 */
export function createTranscriptionDesk(ports: TranscriptionPorts): TranscriptionDesk {
  const { senderId, store, clock } = ports;
  const busy = writableValue<ReadonlySet<string>>(new Set());
  /** Words whose way to their message was cut: they need not be heard again. */
  const heard = new Map<string, string>();
  const repeated = new Set<string>();
  let running = false;
  let wanted = false;
  let stopped = false;
  let pause: AbortController | null = null;

  function setBusy(id: string, isBusy: boolean): void {
    if (busy.get().has(id) === isBusy) return;
    const next = new Set(busy.get());
    if (isBusy) next.add(id);
    else next.delete(id);
    busy.set(next);
  }

  async function run(): Promise<void> {
    if (running) return;
    running = true;
    try {
      let failures = 0;
      for (let more = true; more && !stopped; ) {
        wanted = false;
        const outcome = await ports.exclusively(workOnNext);
        failures = outcome.kind === 'again' ? failures + 1 : 0;
        if (outcome.kind === 'again') await rest(Math.max(retryDelayMs(failures), outcome.afterMs));
        more = outcome.kind !== 'empty' || wanted;
      }
    } finally {
      running = false;
    }
  }

  async function rest(ms: number): Promise<void> {
    pause = new AbortController();
    await clock.sleep(ms, pause.signal);
    pause = null;
  }

  async function workOnNext(): Promise<{ kind: 'done' | 'empty' } | { kind: 'again'; afterMs: number }> {
    // Read inside the lock: another tab may have done it meanwhile.
    const delivered = (await store.all(senderId)).filter(({ state }) => state.kind === 'delivered');
    for (const { id } of delivered) setBusy(id, true);
    for (const id of busy.get()) {
      if (!repeated.has(id) && !delivered.some((entry) => entry.id === id)) setBusy(id, false);
    }
    const [entry] = delivered;
    if (!entry || stopped) return { kind: 'empty' };
    const request = requestOf(entry);
    const outcome = request ? await writeDown(request) : null;
    if (outcome?.kind === 'unreachable') return { kind: 'again', afterMs: outcome.afterMs };
    await store.remove(entry.id);
    setBusy(entry.id, false);
    if (request && outcome) tell(request, outcome);
    return { kind: 'done' };
  }

  /** @returns `transcribed` when the words are with their message. */
  async function writeDown(request: TranscriptionRequest): Promise<TranscribeOutcome> {
    const known = heard.get(request.id);
    const outcome: TranscribeOutcome =
      known === undefined ? await ports.transcribe(request) : { kind: 'transcribed', text: known };
    if (outcome.kind !== 'transcribed') return outcome;
    const attached = await ports.attach(request.id, outcome.text);
    if (attached === 'unreachable') {
      heard.set(request.id, outcome.text);
      return { kind: 'unreachable', afterMs: 0 };
    }
    heard.delete(request.id);
    return attached === 'attached' ? outcome : { kind: 'failed', failure: { kind: 'unknown' } };
  }

  function tell(request: TranscriptionRequest, outcome: TranscribeOutcome): void {
    if (outcome.kind === 'transcribed') ports.onTranscribed(request, outcome.text);
    else ports.onFailed(request.id, outcome.kind === 'failed' ? outcome.failure : { kind: 'unknown' });
  }

  return {
    busy,
    wake(id) {
      if (id !== undefined) setBusy(id, true);
      wanted = true;
      pause?.abort();
      void run();
    },
    async retry(id, requestFor) {
      if (busy.get().has(id)) return;
      repeated.add(id);
      setBusy(id, true);
      try {
        const request = await requestFor();
        let outcome = await writeDown(request);
        for (let n = 1; n < RETRY_ATTEMPTS && outcome.kind === 'unreachable'; n++) {
          await clock.sleep(Math.max(retryDelayMs(n), outcome.afterMs));
          outcome = await writeDown(request);
        }
        tell(request, outcome);
      } catch {
        ports.onFailed(id, { kind: 'unknown' });
      } finally {
        repeated.delete(id);
        setBusy(id, false);
      }
    },
    stop() {
      stopped = true;
      pause?.abort();
    },
  };
}

function requestOf({
  id,
  sessionId,
  recording,
  sourceLanguage,
  targetLanguage,
}: OutboxEntry): TranscriptionRequest | null {
  if (!recording) return null;
  return { id, sessionId, audio: recording.audio, language: sourceLanguage, target: targetLanguage };
}
