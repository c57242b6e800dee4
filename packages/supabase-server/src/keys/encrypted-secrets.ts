import type { Database, Queryable } from '../db/database.ts';
import { isEncrypted, type MasterKey } from './master-key.ts';

/**
 * @param kind such as `signing key`; stored secrets depend on it
 * @param id as the statements of the column name the row
 * @returns the purpose under which one secret is encrypted
 */
export function secretPurpose(kind: string, id: string): string {
  return `${kind} ${id}`;
}

/** The id of the one SAML key. */
export const ONLY_SAML_KEY = 'true';

/** A column whose text is encrypted with the master key. */
export interface SecretColumn {
  /** The kind of secrets that it holds: the first part of their purpose. */
  kind: string;
  /** Selects rows of id and text. */
  read: string;
  /** Stores $2 in the row whose id is $1. */
  write: string;
}

/** In the server's own schema. */
const SERVER_SECRETS: readonly SecretColumn[] = [
  {
    kind: 'signing key',
    read: `select kid as id, case jsonb_typeof(jwk) when 'string' then jwk #>> '{}' else jwk::text end as text from dragoman.signing_keys`,
    write: 'update dragoman.signing_keys set jwk = to_jsonb($2::text) where kid = $1',
  },
  {
    kind: 'API key',
    read: `select role as id, key as text from dragoman.api_keys where role = 'service_role'`,
    write: 'update dragoman.api_keys set key = $2 where role = $1',
  },
];

/** Beside the auth schema that the server makes itself. A Supabase's auth service reads its own. */
const AUTH_SECRETS: readonly SecretColumn[] = [
  {
    kind: 'SAML key',
    read: 'select only_one::text as id, private_key as text from dragoman.saml_key',
    write: 'update dragoman.saml_key set private_key = $2 where only_one::text = $1',
  },
  {
    kind: 'TOTP secret',
    read: 'select id::text as id, secret as text from auth.mfa_factors where secret is not null',
    write: 'update auth.mfa_factors set secret = $2 where id::text = $1',
  },
];

/**
 * Encrypts what versions before the master key have stored readable: all of it, or nothing.
 * @param others columns of the application
 * @returns how many secrets it has encrypted
 */
export async function encryptStoredSecrets(
  db: Database,
  masterKey: MasterKey,
  others: readonly SecretColumn[] = [],
): Promise<number> {
  return db.transaction(async (tx) => {
    let count = 0;
    for (const { kind, read, write } of [...(await secretColumns(tx)), ...others]) {
      const rows = await tx.query<{ id: string; text: string }>(read);
      for (const { id, text } of rows.filter((row) => !isEncrypted(row.text))) {
        await tx.query(write, [id, masterKey.encrypt(text, secretPurpose(kind, id))]);
        count += 1;
      }
    }
    return count;
  });
}

async function secretColumns(tx: Queryable): Promise<readonly SecretColumn[]> {
  const [row] = await tx.query<{ own: boolean }>(
    `select to_regclass('dragoman.saml_key') is not null as own`,
  );
  return row?.own ? [...SERVER_SECRETS, ...AUTH_SECRETS] : SERVER_SECRETS;
}
