import { isBoothCode } from '@dragoman/domain/booth-code';
import { sqlState } from '@dragoman/supabase-server/db/database';
import { type InvitationParts, inTime, type SessionInvite } from './join-page.ts';

/** A row of `booth_invite` for a stranger, with the code that was asked for. */
export interface BoothInvite {
  code: string;
  state: 'open';
  label: string;
  vendor: SessionInvite['vendor'];
  session_id: null;
}

/** No code of ours. */
const UNKNOWN = 'PT404';

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
