import { isLanguage, type Language } from '@dragoman/domain/languages';
import { isUuid } from '@dragoman/domain/uuid';
import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * @param userId also the name of the service key's role, which has no profile.
 * @returns the language that a user has chosen; null without a profile
 */
export async function profileLanguage(db: Database, userId: string): Promise<Language | null> {
  if (!isUuid(userId)) return null;
  const [row] = await db.query<{ language: string }>(
    'select language from public.profiles where user_id = $1',
    [userId],
  );
  return isLanguage(row?.language) ? row.language : null;
}
