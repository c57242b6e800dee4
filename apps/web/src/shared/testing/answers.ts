/** Where the app's client looks for its server. There is none: each test gives the answers. */
export const SERVER_ORIGIN = 'https://server.invalid';

/** The administrators' API, which is on the page's own origin. */
export const ADMIN_API = '/organiser/v1';

type Answer = (request: Request) => Response | Promise<Response>;

const answers = new Map<string, Answer>();
const unexpected: string[] = [];

/**
 * Answers calls that the official client makes over the network, in the server's place; the last
 * answer for a call counts. A call without an answer fails the test.
 * @param call method and path, as `GET /rest/v1/sessions`
 */
export function answer(call: string, as: Answer): void {
  answers.set(call, as);
}

/** An answer of the server's services. */
export function json(value: unknown, status = 200): Response {
  return Response.json(value, { status });
}

/** A table's answer, with the count of rows that a caller may ask for (PostgREST). */
export function rows(found: readonly object[]): Response {
  const range = found.length > 0 ? `0-${found.length - 1}` : '*';
  return Response.json(found, { headers: { 'content-range': `${range}/${found.length}` } });
}

const networkFetch = window.fetch;

async function answeringFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { origin, pathname } = new URL(request.url);
  if (origin !== SERVER_ORIGIN && !pathname.startsWith(ADMIN_API)) return networkFetch(input, init);
  const call = `${request.method} ${pathname}`;
  const found = answers.get(call);
  if (found) return found(request);
  unexpected.push(call);
  throw new TypeError(`No answer for ${call}`);
}

/** From now on the browser's `fetch` asks the test in the server's place. */
export function startAnswering(): void {
  window.fetch = answeringFetch;
  // Asked after a call that failed.
  answer('GET /auth/v1/health', () => json({ name: 'GoTrue' }));
}

/** @returns the calls that had no answer */
export function stopAnswering(): string[] {
  window.fetch = networkFetch;
  answers.clear();
  return unexpected.splice(0);
}
