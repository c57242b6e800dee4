import type { BoothInvite, SessionInvite } from './database-types.ts';

let read:
  | { invite: SessionInvite | null; booth: (BoothInvite & { code: string }) | null; at: number }
  | undefined;

function readOnce() {
  read ??= { invite: readPage('invite'), booth: readPage('booth'), at: Date.now() };
  return read;
}

/**
 * What the server has written into a join page of its invitation (docs/adr/0016).
 * @returns undefined when the page came without one, or with another session's
 */
export function pageInvite(sessionId: string): { invite: SessionInvite; at: number } | undefined {
  const { invite, at } = readOnce();
  return invite?.id === sessionId ? { invite, at } : undefined;
}

/** The same for the page of a booth code. */
export function pageBooth(code: string): { booth: BoothInvite; at: number } | undefined {
  const { booth, at } = readOnce();
  return booth?.code === code ? { booth, at } : undefined;
}

function readPage<Data>(id: string): Data | null {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Data) : null;
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
