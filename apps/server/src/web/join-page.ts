import { setTimeout as delay } from 'node:timers/promises';
import { isUuid } from '@dragoman/domain/uuid';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { Logger } from '@dragoman/supabase-server/util/logger';

/** A row of `session_invite`: the data of a session that is visible to anyone who has its id. */
export interface SessionInvite {
  id: string;
  status: string;
  taken: boolean;
  vendor: { id: string; name: string | null; company: string | null; avatar_url: string | null };
}

export interface InvitationParts {
  db: Pick<Database, 'request'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Looks an invitation up with the rights of the role `anon`, like any caller who knows its id.
 * @param waitMs how long to wait for the database, in milliseconds
 * @returns null when it does not exist, when the database fails, and when it takes longer than
 * `waitMs`: the server then sends the app shell, and the client requests the invitation
 */
export async function findInvite(
  { db, log }: InvitationParts,
  sessionId: string,
  waitMs: number,
): Promise<SessionInvite | null> {
  if (!isUuid(sessionId)) return null;
  const answer = db
    .request<SessionInvite>(
      { role: 'anon', claims: { role: 'anon' }, method: 'GET', path: '/join', readOnly: true },
      { text: 'select id, status, taken, vendor from public.session_invite($1)', values: [sessionId] },
    )
    .then(
      (rows) => rows[0] ?? null,
      (error: unknown) => {
        log.warn({ err: { name: (error as Error).name } }, 'a join page is sent without its invitation');
        return null;
      },
    );
  return inTime(answer, waitMs);
}

/** @param answer that does not fail @returns null when it takes longer than `waitMs` */
export async function inTime<Answer>(answer: Promise<Answer | null>, waitMs: number): Promise<Answer | null> {
  const answered = new AbortController();
  const late = delay(waitMs, null, { signal: answered.signal }).catch(() => null);
  return Promise.race([answer, late]).finally(() => answered.abort());
}
