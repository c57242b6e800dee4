import { isUuid } from '@dragoman/domain/uuid';
import type { ProfileCheck } from '@dragoman/functions/http/require-profile';
import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * @returns tells whether a caller has a profile; the service key's role, which is no user, passes
 */
export function profileCheck(db: Pick<Database, 'query'>): ProfileCheck {
  return async (userId) => {
    if (!isUuid(userId)) return true;
    const rows = await db.query('select 1 from public.profiles where user_id = $1', [userId]);
    return rows.length > 0;
  };
}
