/** Browsers' messages when a request never reached a server; true, but no help to a user. */
const NETWORK_FAILURE = /failed to fetch|networkerror|load failed|fetch failed|network request failed/i;

/** The page of a proxy or a captive portal, in place of an answer. */
const WEB_PAGE = /^<(!doctype|html|\?xml)/i;

/**
 * @param error an Error, or the object that the official client gives for a refused data call
 * @returns the error's own message where it says something to a person, else `fallback`.
 */
export function errorMessage(error: unknown, fallback: string): string {
  const own = (error as { message?: unknown } | null | undefined)?.message;
  const message = typeof own === 'string' ? own.trim() : '';
  return message && !NETWORK_FAILURE.test(message) && !WEB_PAGE.test(message) ? message : fallback;
}

/** @returns the SQLSTATE or PostgREST code of a refused data call, if the error has one. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code ? code : undefined;
}
