import type { Queryable } from '../db/database.ts';

/**
 * Gives up the data that a lost master key encrypted, so that the next start makes a new key: every
 * session ends, mailed codes are void, and there will be a new secret API key and SAML key.
 * Authenticator apps stay enrolled, so that no second factor is lifted: their users sign in with a
 * recovery code or a passkey, or an administrator removes the factor.
 * @param tx one transaction, on a database that no server uses
 */
export async function forgetMasterKey(tx: Queryable): Promise<void> {
  for (const statement of [
    'delete from dragoman.signing_keys',
    `delete from dragoman.api_keys where role = 'service_role'`,
    'delete from dragoman.saml_key',
    'delete from auth.one_time_tokens',
    'delete from auth.sessions',
    'delete from dragoman.master_key_check',
  ]) {
    await tx.query(statement);
  }
}
