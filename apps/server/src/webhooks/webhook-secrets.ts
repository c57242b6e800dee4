import { randomBytes } from 'node:crypto';
import type { Queryable } from '@dragoman/supabase-server/db/database';
import type { MasterKey } from '@dragoman/supabase-server/keys/master-key';

const KIND = 'webhook secret';
/** Standard Webhooks asks for 24 to 64 bytes. */
const BYTES = 32;

/** @returns a new secret, in the form that the libraries of Standard Webhooks take */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(BYTES).toString('base64')}`;
}

/** Keeps the secret of an endpoint, encrypted, in the place of an earlier one. */
export async function keepWebhookSecret(
  tx: Queryable,
  masterKey: MasterKey,
  endpointId: string,
  secret: string,
): Promise<void> {
  await tx.query(
    `insert into private.webhook_secrets (endpoint_id, secret) values ($1, $2)
     on conflict (endpoint_id) do update set secret = excluded.secret`,
    [endpointId, masterKey.encrypt(secret, `${KIND} ${endpointId}`)],
  );
}

/** @throws {MasterKeyError} */
export function readWebhookSecret(masterKey: MasterKey, endpointId: string, encrypted: string): string {
  return masterKey.decrypt(encrypted, `${KIND} ${endpointId}`);
}

/** Removes all webhooks, whose secrets a lost master key encrypted: their owners set them up again. */
export async function forgetWebhooks(tx: Queryable): Promise<void> {
  const [row] = await tx.query<{ known: boolean }>(
    `select to_regclass('public.webhook_endpoints') is not null as known`,
  );
  // A database that this version has not migrated yet has none.
  if (row?.known) await tx.query('delete from public.webhook_endpoints');
}
