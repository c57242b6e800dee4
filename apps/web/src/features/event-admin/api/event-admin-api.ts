import { signalWithTimeout } from '@/shared/async/signal-with-timeout.ts';

/** A field, or a part of a file, that the server would not take. */
export interface FieldProblem {
  /** Keys parted by dots, `sponsors.0.link` say; of a file `file`, or `row.3`. */
  path: string;
  /** `invalid`, `contrast`, `picture`, or what is wrong with a list of attendees. */
  code: string;
}

/** A refusal of the admin API. */
export class EventAdminApiError extends Error {
  override readonly name = 'OrganiserApiError';
  readonly status: number;
  readonly code: string;
  readonly problems: readonly FieldProblem[];
  readonly retryAfterSeconds: number | null;

  constructor(
    status: number,
    body: { code?: string; problems?: FieldProblem[]; retryAfterSeconds?: number },
  ) {
    super(`The organiser's API answered ${status}`);
    this.status = status;
    this.code = body.code ?? 'unexpected_failure';
    this.problems = body.problems ?? [];
    this.retryAfterSeconds = body.retryAfterSeconds ?? null;
  }
}

/** The session is over: the page asks for name and password again. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof EventAdminApiError && error.status === 401;
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; a file as it is. */
  body?: unknown;
  /** The page only looks again: that keeps no session open. */
  poll?: boolean;
  signal?: AbortSignal;
  /** Milliseconds; a large file takes longer than a form. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;

/**
 * Calls the admin API (docs/adr/0033), which lies on the page's own origin and knows its own
 * cookie alone.
 * @returns the answer's JSON; undefined for an answer without
 * @throws {EventAdminApiError} for a refusal; a TypeError or DOMException when there was no answer
 */
export async function callEventAdmin<Answer>(path: string, call: Call = {}): Promise<Answer> {
  const { method = 'GET', body, poll = false, signal, timeoutMs = TIMEOUT_MS } = call;
  const isFile = body instanceof Blob;
  const response = await fetch(`/organiser/v1${path}`, {
    method,
    credentials: 'same-origin',
    cache: 'no-store',
    headers: {
      'X-Organiser': poll ? 'poll' : 'page',
      ...(body === undefined || isFile ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    signal: signalWithTimeout(signal, timeoutMs),
  });
  const text = await response.text();
  if (!response.ok) throw new EventAdminApiError(response.status, readJson(text) ?? {});
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

/** A proxy in between answers in its own way. */
function readJson(text: string): { code?: string; problems?: FieldProblem[] } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
