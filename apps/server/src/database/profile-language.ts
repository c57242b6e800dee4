import type { Queryable } from '@dragoman/supabase-server/db/database';

/** @returns the language of the user's profile, if they have one (specification 3.1) */
export async function findProfileLanguage(db: Queryable, userId: string): Promise<string | null> {
  const [profile] = await db.query<{ language: string }>(
    'select language from public.profiles where user_id = $1',
    [userId],
  );
  return profile?.language ?? null;
}
