/** The way in which a page's request is answered. */
export type Answer =
  /** From the cache: a file whose name is its content's hash. */
  | 'asset'
  /** The app's page from the cache. */
  | 'shell'
  /** The server's page, which has an invitation in it; the app's page without a network. */
  | 'invitation'
  /** Not our business: the browser asks the server. */
  | 'server';

/** Addresses that the server answers itself: links in mails, files, probes. */
const OF_THE_SERVER = /^\/(auth|rest|realtime|storage|functions)\/v1\/|^\/(healthz|readyz)$|\.[a-z0-9]+$/;

/**
 * @param request.navigates whether it opens a page
 * @param origin of the app
 */
export function answerTo(
  request: { method: string; url: string; navigates: boolean },
  origin: string,
): Answer {
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== origin) return 'server';
  if (url.pathname.startsWith('/assets/')) return 'asset';
  if (!request.navigates || OF_THE_SERVER.test(url.pathname)) return 'server';
  return /^\/(join|b)\//.test(url.pathname) ? 'invitation' : 'shell';
}
