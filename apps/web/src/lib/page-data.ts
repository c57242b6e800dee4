import type { SessionInvite } from './database-types.ts';

let read: { invite: SessionInvite | null; at: number } | undefined;

/**
 * What the server has written into a join page of its invitation (docs/adr/0016).
 * @returns undefined when the page came without one, or with another session's
 */
export function pageInvite(sessionId: string): { invite: SessionInvite; at: number } | undefined {
  read ??= { invite: readPage(), at: Date.now() };
  const { invite, at } = read;
  return invite?.id === sessionId ? { invite, at } : undefined;
}

function readPage(): SessionInvite | null {
  const text = document.getElementById('invite')?.textContent;
  return text ? (JSON.parse(text) as SessionInvite) : null;
}

/**
 * How long the reader has been looking at what the server has written into the page: what moves goes on from there when the app
 * takes its place.
 * @returns milliseconds; 0 when the app itself draws the page first
 */
export function shownForMs(): number {
  if (typeof document === 'undefined' || document.documentElement.dataset.language === undefined) return 0;
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return paint ? performance.now() - paint.startTime : 0;
}
