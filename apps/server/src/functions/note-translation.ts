import { isUuid } from '@dragoman/domain/uuid';
import type { MadeTranslation } from '@dragoman/functions/translate/handler';
import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * Records the provider of a translation, for the trigger `verify_translation`. The service key has
 * no user and may name any provider without a note.
 */
export function translationNotes(db: Database): (made: MadeTranslation) => Promise<void> {
  return async ({ userId, words, target, translated, engine: provider }) => {
    if (!isUuid(userId)) return;
    await db.query('select public.note_translation($1, $2, $3, $4, $5)', [
      userId,
      words,
      target,
      translated,
      provider,
    ]);
  };
}
