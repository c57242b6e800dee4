import type { Language } from '@dragoman/domain/languages';

/** One text to translate. */
export interface TranslationJob {
  text: string;
  source: Language;
  target: Language;
}

/** Whose turn a translation takes at an engine that does one thing at a time. */
export interface Turn {
  /** Work of one key runs in order: a chat, or a user. */
  key: string;
  /** A live message is read as soon as it arrives; a batch fills a history. */
  lane: 'live' | 'batch';
}

/** A machine or service that translates. An adapter maps codes and errors; retries and checks are the chain's. */
export interface TranslationEngine {
  /** Short name, given in the answer and in logs: `openai-compatible`, `libretranslate`. */
  readonly name: string;
  /** What an operator sees at start: the name, the model and the host, never a key. */
  readonly description: string;
  /** Attempts, and milliseconds for one of them, where they differ from the chain's. */
  readonly limits?: { attempts: number; attemptMs: number };
  /** Whether the engine can translate this now. Without it, the engine always can. */
  isReady?(job: TranslationJob): boolean;
  /**
   * @param signal ends the attempt; the engine passes it to its calls.
   * @param turn of the text among others that wait; engines elsewhere do without
   * @returns the translation as the engine gave it, not checked yet.
   * @throws {EngineError}
   */
  translate(job: TranslationJob, signal: AbortSignal, turn?: Turn): Promise<string>;
}

export type EngineFailure =
  /** The key is missing, wrong or not allowed to do this (401, 403). */
  | 'refused'
  /** Too many requests for now (429). */
  | 'rate-limited'
  /** The account's quota or balance is used up. */
  | 'quota'
  /** The engine is down or overloaded (5xx). */
  | 'unavailable'
  /** It could not be reached. */
  | 'network'
  /** It did not answer in time. */
  | 'timeout'
  /** Too much waits for it already; it works, and may answer in a moment. */
  | 'busy'
  /** It did not accept the request (other 4xx), or does not know the language. */
  | 'bad-request'
  /** Its answer is not what its protocol promises. */
  | 'bad-answer';

const WORTH_RETRYING: ReadonlySet<EngineFailure> = new Set([
  'rate-limited',
  'unavailable',
  'network',
  'busy',
]);

/** An attempt that failed. The message never quotes the engine's answer, which may hold the user's text. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly failure: EngineFailure;
  readonly status: number | null;
  /** How long the engine asked us to wait, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    failure: EngineFailure,
    message: string,
    details: { status?: number; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.failure = failure;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** Whether the same request may well succeed in a moment. A time-out is not: it has already used up its moment. */
  get retryable(): boolean {
    return WORTH_RETRYING.has(this.failure);
  }
}

/** @returns whether `error` is a failed attempt of an engine. */
export function isEngineError(error: unknown): error is EngineError {
  return error instanceof EngineError;
}
