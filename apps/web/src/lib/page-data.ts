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
