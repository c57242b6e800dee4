/** A machine or service that does one kind of work. */
export interface Provider {
  /** Short name, given in answers, in logs and in the server's state: `deepl`, `openai-compatible`. */
  readonly name: string;
  /** The description for the operator at startup: the name, the model and the host, never a key. */
  readonly description: string;
}

/** The place of a piece of work in the queue of a provider that does one thing at a time. */
export interface Turn {
  /** Work of one key runs in order: a chat, or a user. */
  key: string;
  /** A live message is read as soon as it arrives; a batch fills a history. */
  lane: 'live' | 'batch';
}

export type ProviderFailure =
  /** The key is missing, wrong or not allowed to do this (401, 403). */
  | 'refused'
  /** Too many requests for now (429). */
  | 'rate-limited'
  /** The account's quota or balance is used up. */
  | 'quota'
  /** The provider is down or overloaded (5xx). */
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

const WORTH_RETRYING: ReadonlySet<ProviderFailure> = new Set([
  'rate-limited',
  'unavailable',
  'network',
  'busy',
]);

/**
 * An attempt that failed. The message never quotes the provider's answer, which may hold the user's
 * text.
 */
export class ProviderError extends Error {
  override readonly name = 'EngineError';
  readonly failure: ProviderFailure;
  readonly status: number | null;
  /** The wait that the provider asked for, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    failure: ProviderFailure,
    message: string,
    details: { status?: number; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.failure = failure;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /**
   * Whether a retry of the same request may succeed. A time-out is not retried: it has already used
   * up its time.
   */
  get retryable(): boolean {
    return WORTH_RETRYING.has(this.failure);
  }
}

/** @returns whether `error` is a failed attempt of a provider. */
export function isProviderError(error: unknown): error is ProviderError {
  return error instanceof ProviderError;
}
