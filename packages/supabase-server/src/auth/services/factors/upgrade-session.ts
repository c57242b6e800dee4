import type { Queryable } from '../../../db/database.ts';
import { deleteTokensOfSession } from '../../data/refresh-tokens.ts';
import { lockSession, type SessionRow, setAssurance } from '../../data/sessions.ts';
import { sessionNotFound } from '../../errors.ts';
import { beginTokens, type OpenedSession } from '../sign-in.ts';

/**
 * Raises a session that has proved a second factor to aal2. A holder of an older token must not
 * gain the proof with it, so the session gets new tokens.
 * @param method what proved it, for the session's `amr`
 * @throws {AuthError} 403 session_not_found
 */
export async function upgradeSession(
  tx: Queryable,
  sessionId: string,
  method: string,
): Promise<OpenedSession> {
  const session: SessionRow | null = await lockSession(tx, sessionId);
  if (!session) throw sessionNotFound();
  const proof = { method, timestamp: Math.floor(Date.now() / 1000) };
  const others = session.amr.filter((entry) => entry.method !== method);
  const raised = await setAssurance(tx, sessionId, { aal: 'aal2', amr: [proof, ...others] });
  await deleteTokensOfSession(tx, sessionId);
  return { session: raised, refreshToken: await beginTokens(tx, sessionId) };
}
