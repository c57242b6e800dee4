import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import { isUuid } from '@dragoman/domain/uuid';
import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * @param userId also the name of the service key's role, which has no glossary
 * @param sessionId the chat in which something is said; null: outside of any
 * @returns the terms of the chat's vendor where the user belongs to the chat; without a chat the
 * user's own
 */
export async function glossaryFor(
  db: Database,
  userId: string,
  sessionId: string | null,
): Promise<GlossaryTerm[]> {
  if (!isUuid(userId)) return [];
  return db.query<GlossaryTerm>('select * from public.glossary_for($1, $2)', [userId, sessionId]);
}
