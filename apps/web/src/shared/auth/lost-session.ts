import type { AuthClient, Session } from '@supabase/auth-js';
import { readStoredSession } from './stored-session.ts';

/** When the user returns to the page, or another tab has changed the storage. */
const OCCASIONS = ['focus', 'storage'] as const;

/**
 * Ends the session in this tab when it has gone from the browser's storage: site data that is cleared tells the client nothing, and
 * the page would go on as anonymous, to which row-level security answers with empty lists.
 * @returns what is to be told of the session that a request found.
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
    // One that cannot be renewed now is stored nevertheless; where storage is forbidden, the client has it in memory.
    if (had && readStoredSession() === null) note((await auth.getSession()).data.session);
  }

  for (const occasion of OCCASIONS) window.addEventListener(occasion, () => void look());
  document.addEventListener('visibilitychange', () => void look());
  return note;
}
