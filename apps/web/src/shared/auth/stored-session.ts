import type { Session } from '@supabase/auth-js';
import { AUTH_STORAGE_KEY } from './auth-storage.ts';

/**
 * The session as the client keeps it, also when its token has run out and the server cannot be
 * asked for a new one. A session that is really over is removed by the client.
 * @returns null without a session, or where the browser forbids storage.
 */
export function readStoredSession(store?: Pick<Storage, 'getItem'>): Session | null {
  try {
    // Naming it throws already where it is forbidden.
    const text = (store ?? localStorage).getItem(AUTH_STORAGE_KEY);
    const kept = JSON.parse(text ?? 'null') as Partial<Session> | null;
    const whole = kept?.refresh_token && kept.access_token && kept.user?.id;
    return whole ? (kept as Session) : null;
  } catch {
    return null;
  }
}

/**
 * Whether the page was opened with a session. Read with the page's first script: the client may
 * find that the session has ended, and remove it, before any listener exists, and then only reports
 * that there is no session.
 */
export const hadSession = readStoredSession() !== null;
