import { BodyTooLargeError, readLimitedText } from '../http/limited-text.ts';
import { ProviderError, type ProviderFailure } from './provider.ts';

/**
 * Far above any translation of 5,000 characters; keeps a broken provider from filling the memory.
 */
const MAX_ANSWER_BYTES = 1_000_000;

export interface ProviderResponse {
  status: number;
  ok: boolean;
  /** Parsed JSON, or undefined when the answer is no JSON. */
  body: unknown;
  retryAfterMs: number | null;
}

/**
 * Asks a provider's HTTP interface and reads its answer, whatever its status.
 * @throws {EngineError} `network` when it cannot be reached, `bad-answer` when the answer is
 * absurdly long. An abort comes through as it is, for the caller knows why.
 */
export async function requestProvider(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<ProviderResponse> {
  return readResponse(await callProvider(url, init), init.signal);
}

/**
 * Begins a call of a provider's HTTP interface.
 * @returns the response as soon as its headers are there, whatever its status.
 * @throws {EngineError} `network` when it cannot be reached. An abort comes through as it is.
 */
export async function callProvider(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal.aborted) throw error;
    throw new ProviderError('network', 'The engine could not be reached', { cause: error });
  }
}

/**
 * Reads what a provider answers as a whole.
 * @throws {EngineError} `network` when it breaks off, `bad-answer` when it is absurdly long. An
 * abort comes through as it is.
 */
export async function readResponse(response: Response, signal: AbortSignal): Promise<ProviderResponse> {
  try {
    const text = await readLimitedText(response, MAX_ANSWER_BYTES);
    return {
      status: response.status,
      ok: response.ok,
      body: parseJson(text),
      retryAfterMs: retryAfter(response.headers.get('retry-after'), Date.now()),
    };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof BodyTooLargeError) {
      throw new ProviderError('bad-answer', 'The answer is too long', { cause: error });
    }
    throw new ProviderError('network', 'The engine could not be reached', { cause: error });
  }
}

/** @returns the error for an answer whose status is not 2xx. */
export function statusError(answer: ProviderResponse, failure = failureOf(answer.status)): ProviderError {
  return new ProviderError(failure, `The engine answered with status ${answer.status}`, {
    status: answer.status,
    retryAfterMs: answer.retryAfterMs,
  });
}

function failureOf(status: number): ProviderFailure {
  if (status === 401 || status === 403) return 'refused';
  if (status === 402) return 'quota';
  if (status === 429) return 'rate-limited';
  if (status === 408 || status >= 500) return 'unavailable';
  return 'bad-request';
}

/**
 * @param header value of Retry-After: seconds, or an HTTP date (RFC 9110 section 10.2.3).
 * @param now the current time, in milliseconds since 1970.
 * @returns the wait in milliseconds, never negative, or null when the header is absent or
 * unreadable.
 */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
