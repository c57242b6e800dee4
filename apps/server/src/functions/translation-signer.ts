import { isUuid } from '@dragoman/domain/uuid';
import type { SignedTranslation } from '@dragoman/functions/translate/handler';
import type { Database } from '../db/database.ts';

/**
 * Signs translations with the database's key, which the trigger `verify_translation` checks.
 * @returns the signature (hex); null for the service key, which may name any engine without one
 */
export function translationSigner(db: Database): (made: SignedTranslation) => Promise<string | null> {
  return async ({ userId, words, target, translated, engine }) => {
    if (!isUuid(userId)) return null;
    const [row] = await db.query<{ signature: string }>(
      'select public.sign_translation($1, $2, $3, $4, $5) as signature',
      [userId, words, target, translated, engine],
    );
    return row?.signature ?? null;
  };
}
