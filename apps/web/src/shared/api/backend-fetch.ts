import { signalWithTimeout } from '../async/signal-with-timeout.ts';

/**
 * No answer of our server came: no network, a captive portal's page, a proxy's error page.
 * Repeating may help.
 */
export class UnreachableError extends TypeError {
  override name = 'UnreachableError';
}

export interface BackendFetchOptions {
  /** The key that replaces a user's token in anonymous requests. */
  publishableKey: string;
  /** Checks whether this browser stores a session, including one with an expired token. */
  hasStoredSession(): boolean;
  /** Requests a new token; null when it cannot be renewed. */
  renewToken(): Promise<string | null>;
  answered(): void;
  failed(): void;
  request?: typeof fetch;
}

/** The options of a call. */
export interface BackendInit extends RequestInit {
  /** Makes this call in place of the browser's `fetch`, as an upload with progress does. */
  via?: typeof fetch;
}

/** Time limit of a request; after it the user sees an error. */
const TIMEOUT_MS = 30_000;
/**
 * The limit of files and functions. It includes the response's body, and the export of an account
 * may take a slow network hours. Callers that a user waits for set a shorter limit.
 */
const LONG_TIMEOUT_MS = 2 * 60 * 60_000;

const SHORT = /^\/(auth|rest)\/v1\//;

/**
 * Calls that carry the user's token, if there is one. The auth service's own calls say themselves
 * what they carry.
 */
const FOR_THE_USER = /^\/(rest|storage|functions)\/v1\//;

/** Statuses of a gateway whose server is away. */
const GATEWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * The `fetch` of the backend's client. Beyond the browser's own it
 * - does not accept a web page as a response. Networks of hotels and fairs answer in the server's
 *   name, and a refusal that is not ours would cost the user the session;
 * - never sends a user's request without the user's token. With an expired token that cannot be
 *   renewed, the client would continue as anonymous, and row-level security would return empty
 *   lists;
 * - renews the token once when the server refuses it early, which happens to devices with a wrong
 *   clock;
 * - gives up on a request without a response.
 * @throws UnreachableError in the first two cases; the browser's error when there is no network
 */
export function createBackendFetch(options: BackendFetchOptions): typeof fetch {
  const { publishableKey, hasStoredSession, renewToken, answered, failed } = options;
  const request: typeof fetch = options.request ?? ((input, init) => fetch(input, init));

  async function attempt(input: RequestInfo | URL, init: BackendInit): Promise<Response> {
    let answer: Response;
    try {
      answer = await (init.via ?? request)(input, init);
    } catch (error) {
      // A request aborted by the page says nothing about the network.
      if ((error as { name?: unknown } | null)?.name !== 'AbortError') failed();
      throw error;
    }
    if (isWebPage(answer)) {
      failed();
      throw new UnreachableError(`Failed to fetch: the answer (${answer.status}) is a web page`);
    }
    if (GATEWAY_STATUS.has(answer.status)) failed();
    else answered();
    return answer;
  }

  return async (input, init = {}) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://same.invalid');
    const limitMs = SHORT.test(pathname) ? TIMEOUT_MS : LONG_TIMEOUT_MS;
    const timed = { ...init, signal: signalWithTimeout(init.signal, limitMs) };
    if (!FOR_THE_USER.test(pathname)) return attempt(input, timed);

    const headers = new Headers(init.headers);
    const anonymous = headers.get('authorization') === `Bearer ${publishableKey}`;
    if (anonymous && hasStoredSession()) {
      failed();
      throw new UnreachableError('Failed to fetch: the session could not be renewed');
    }
    const answer = await attempt(input, timed);
    if (answer.status !== 401 || anonymous) return answer;
    const token = await renewToken();
    if (!token) return answer;
    headers.set('authorization', `Bearer ${token}`);
    return attempt(input, { ...timed, headers });
  };
}

function isWebPage(answer: Response): boolean {
  return answer.headers.get('content-type')?.includes('text/html') ?? false;
}
