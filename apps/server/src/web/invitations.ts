import { setTimeout as delay } from 'node:timers/promises';
import { isBoothCode } from '@dragoman/domain/booth-code';
import { isUuid } from '@dragoman/domain/uuid';
import { type Database, sqlState } from '@dragoman/supabase-server/db/database';
import type { Logger } from '@dragoman/supabase-server/util/logger';

/** No code of ours. */
const UNKNOWN = 'PT404';

/** A row of `session_invite`: the data of a session that is visible to anyone who has its id. */
export interface SessionInvite {
  id: string;
  status: string;
  taken: boolean;
  vendor: { id: string; name: string | null; company: string | null; avatar_url: string | null };
}

/** A row of `booth_invite` for a stranger, with the code that was asked for. */
export interface BoothInvite {
  code: string;
  state: 'open';
  label: string;
  vendor: SessionInvite['vendor'];
  session_id: null;
}

interface InvitationParts {
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

/**
 * Looks up the target of a booth code, with the rights of any holder of the code.
 * @param onUnknown called for an unknown code
 * @returns null for all but a code in use, and without an answer within `waitMs`: the app then
 * requests it itself, and shows the problem
 */
export async function findBooth(
  { db, log }: InvitationParts,
  code: string,
  waitMs: number,
  onUnknown: () => void,
): Promise<BoothInvite | null> {
  if (!isBoothCode(code)) return null;
  const answer = db
    .request<BoothInvite>(
      { role: 'anon', claims: { role: 'anon' }, method: 'GET', path: '/b', readOnly: true },
      {
        text: 'select $1::text as code, state, label, vendor, session_id from public.booth_invite($1)',
        values: [code],
      },
    )
    .then(
      ([row]) => (row?.state === 'open' ? row : null),
      (error: unknown) => {
        if (sqlState(error) === UNKNOWN) onUnknown();
        else
          log.warn({ err: { name: (error as Error).name } }, 'a booth page is sent without its invitation');
        return null;
      },
    );
  return inTime(answer, waitMs);
}

/** @param answer that does not fail @returns null when it takes longer than `waitMs` */
async function inTime<Answer>(answer: Promise<Answer | null>, waitMs: number): Promise<Answer | null> {
  const answered = new AbortController();
  const late = delay(waitMs, null, { signal: answered.signal }).catch(() => null);
  return Promise.race([answer, late]).finally(() => answered.abort());
}
