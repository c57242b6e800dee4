import type { Language } from '@dragoman/domain/languages';
import { retryDelayMs } from '@/shared/async/retry-delay.ts';
import type { JobDefinition, JobOutcome, JobQueue } from '@/shared/offline/job-queue.ts';
import { decodeBlob, encodeBlob, isStoredBlob } from '@/shared/offline/stored-blob.ts';
import type { Clock } from '../model/clock.ts';
import { createStore, type ReadableStore } from '../model/store.ts';
import type { AttachOutcome } from '../translation/outgoing-translations.ts';

/** A delivered voice message whose words are wanted. */
export interface TranscriptionRequest {
  /** Id of the message. */
  id: string;
  /** The chat that it is in. */
  sessionId: string;
  audio: Blob;
  /** The spoken language. */
  language: Language;
  /** Language to translate the words into; null without a translation. */
  target: Language | null;
}

/** Why there are no words (specification 8.7). */
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
  clock: Clock;
  start(definition: JobDefinition<TranscriptionRequest>): JobQueue<TranscriptionRequest>;
  /** Never rejects. */
  transcribe(request: TranscriptionRequest): Promise<TranscribeOutcome>;
  /** Writes the words to a delivered message. Never rejects. */
  attach(id: string, words: string): Promise<AttachOutcome>;
  /** The words are with their message, and can be translated. */
  onTranscribed(request: TranscriptionRequest, words: string): void;
  /** Called once for each message that stays without words. */
  onFailed(id: string, failure: TranscriptionFailure): void;
}

export interface TranscriptionQueue extends Pick<JobQueue<TranscriptionRequest>, 'add' | 'wake' | 'stop'> {
  /** Ids of the messages that are being written down, or wait for it. */
  busy: ReadableStore<ReadonlySet<string>>;
  /** Writes down a recording that stayed without words. */
  retry(id: string, request: () => Promise<TranscriptionRequest>): Promise<void>;
}

/** The number of attempts of a repetition that the user asked for. */
const RETRY_ATTEMPTS = 3;

/**
 * Transcribes delivered recordings one after the other, so that this never holds a message back. A
 * failed request is repeated, also after a reload: the recording stays in the store until there are
 * words or a refusal.
 */
export function createTranscriptionQueue(ports: TranscriptionPorts): TranscriptionQueue {
  const busy = createStore<ReadonlySet<string>>(new Set());
  /** Words whose way to their message was cut: they need not be heard again. */
  const heard = new Map<string, string>();
  const repeated = new Set<string>();
  const queue = ports.start({
    idOf: ({ id }) => id,
    encode: encodeRequest,
    parse: parseRequest,
    isDue: () => true,
    run: attempt,
  });
  queue.subscribe(updateBusy);

  function updateBusy(): void {
    const ids = new Set([...queue.get().jobs.map(({ id }) => id), ...repeated]);
    const before = busy.get();
    if (ids.size !== before.size || [...ids].some((id) => !before.has(id))) busy.set(ids);
  }

  async function attempt(request: TranscriptionRequest): Promise<JobOutcome<TranscriptionRequest>> {
    const outcome = await writeDown(request);
    if (outcome.kind === 'unreachable') return { kind: 'retry', afterMs: outcome.afterMs };
    return { kind: 'settled', next: () => null, after: () => report(request, outcome) };
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

  function report(request: TranscriptionRequest, outcome: TranscribeOutcome): void {
    if (outcome.kind === 'transcribed') ports.onTranscribed(request, outcome.text);
    else ports.onFailed(request.id, outcome.kind === 'failed' ? outcome.failure : { kind: 'unknown' });
  }

  return {
    busy,
    add: queue.add,
    wake: queue.wake,
    stop: queue.stop,
    async retry(id, requestFor) {
      if (busy.get().has(id)) return;
      repeated.add(id);
      updateBusy();
      try {
        const request = await requestFor();
        let outcome = await writeDown(request);
        for (let n = 1; n < RETRY_ATTEMPTS && outcome.kind === 'unreachable'; n++) {
          await ports.clock.sleep(Math.max(retryDelayMs(n), outcome.afterMs));
          outcome = await writeDown(request);
        }
        report(request, outcome);
      } catch {
        ports.onFailed(id, { kind: 'unknown' });
      } finally {
        repeated.delete(id);
        updateBusy();
      }
    },
  };
}

async function encodeRequest({ audio, ...request }: TranscriptionRequest): Promise<unknown> {
  return { ...request, ...(await encodeBlob(audio)) };
}

function parseRequest(data: unknown): TranscriptionRequest | null {
  if (!isStoredBlob(data)) return null;
  const { id, sessionId: chatId, language, target } = data as unknown as TranscriptionRequest;
  if (![id, chatId, language].every((text) => typeof text === 'string')) return null;
  return { id, sessionId: chatId, audio: decodeBlob(data), language, target };
}
