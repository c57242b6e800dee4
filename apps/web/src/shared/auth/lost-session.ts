import type { AuthClient, Session } from '@supabase/auth-js';
import { readStoredSession } from './stored-session.ts';

/** When the user returns to the page, or another tab has changed the storage. */
const OCCASIONS = ['focus', 'storage'] as const;

/**
 * Ends this tab's session when it has disappeared from the browser's storage. The client does not
 * notice cleared site data, and the page would continue as anonymous, with empty lists from
 * row-level security.
 * @returns a listener for the session that a request found
 */
export function watchLostSession(auth: InstanceType<typeof AuthClient>): (session: Session | null) => void {
  let had = false;

  function note(session: Session | null): void {
    if (session) {
      had = true;
    } else if (had && readStoredSession() === null) {
      had = false;
      void auth.signOut({ scope: 'local' });
    }
  }

  async function look(): Promise<void> {
    // One that cannot be renewed now is stored nevertheless; where storage is forbidden, the client
    // has it in memory.
    if (had && readStoredSession() === null) note((await auth.getSession()).data.session);
  }

  for (const occasion of OCCASIONS) window.addEventListener(occasion, () => void look());
  document.addEventListener('visibilitychange', () => void look());
  return note;
}
