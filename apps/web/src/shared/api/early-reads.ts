import { readStoredSession } from '../auth/stored-session.ts';

/** An answer that was asked for before the client was there. */
interface EarlyRead {
  /** Whose answer it is: the request's own header. */
  authorization: string;
  begunAt: number;
  answer: Promise<Response>;
  /** Ends the request, with the body of its answer. */
  end: AbortController;
}

/** A token that runs out sooner than this is the client's to renew, ms; the client itself begins at 90 s. */
const TOKEN_MARGIN_MS = 120_000;

/** What nobody has taken by then is too old to be shown as new, ms. */
const MAX_AGE_MS = 15_000;

declare global {
  /** Of the page, not of one script: a chat's page begins to read before any file of the app is there (early-chat.ts). */
  var earlyReads: Map<string, EarlyRead> | undefined;
}

globalThis.earlyReads ??= new Map();
const begun = globalThis.earlyReads;

/**
 * Asks for what a page begins with, while the browser still loads the app. What was asked for already is not asked for again. Nothing is asked where no session is kept, where its
 * token is about to run out, and where the page came without its configuration (the one that the service worker keeps).
 * @param addresses of reads below `/rest/v1/`, as the client will ask for them
 * @returns the answers in the same order, whose bodies belong to whoever takes the reads; undefined where nothing is asked
 */
export function beginEarlyReads(
  addresses: (userId: string) => readonly string[],
  now = Date.now(),
): readonly Promise<Response>[] | undefined {
  const session = readStoredSession();
  const text = document.getElementById('config')?.textContent;
  if (!session || !text || (session.expires_at ?? 0) * 1000 < now + TOKEN_MARGIN_MS) return undefined;
  const { supabaseUrl, supabaseKey } = JSON.parse(text) as { supabaseUrl: string; supabaseKey: string };
  const authorization = `Bearer ${session.access_token}`;
  // An answer that nobody reads would hold its connection.
  setTimeout(forgetAll, MAX_AGE_MS);
  return addresses(session.user.id).map((address) => {
    const url = new URL(`rest/v1/${address}`, supabaseUrl).href;
    const known = begun.get(url);
    if (known?.authorization === authorization) return known.answer;
    const end = new AbortController();
    const answer = fetch(url, {
      headers: { accept: 'application/json', apikey: supabaseKey, authorization },
      signal: end.signal,
    });
    // Whoever takes it hears of a failure; nobody may.
    answer.catch(() => {});
    begun.set(url, { authorization, begunAt: now, answer, end });
    return answer;
  });
}

function forgetAll(): void {
  for (const { end } of begun.values()) end.abort();
  begun.clear();
}

/**
 * Hands out, once, what was asked for early: to the same reader, and for a short while. From then on it ends when its taker's own
 * request would: called off, or not answered in time.
 * @returns undefined when the request is to be sent; the promise rejects when the early one failed, and is then to be sent too
 */
export function takeEarlyRead(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  now = Date.now(),
): Promise<Response> | undefined {
  if (begun.size === 0 || input instanceof Request || (init?.method ?? 'GET') !== 'GET') return undefined;
  const url = String(input);
  const early = begun.get(url);
  begun.delete(url);
  if (!early) return undefined;
  const { authorization, begunAt, answer, end } = early;
  if (now - begunAt > MAX_AGE_MS || new Headers(init?.headers).get('authorization') !== authorization) {
    end.abort();
    return undefined;
  }
  const signal = init?.signal;
  if (signal?.aborted) end.abort(signal.reason);
  signal?.addEventListener('abort', () => end.abort(signal.reason), { once: true });
  return answer;
}
