import type { Queryable } from '@dragoman/supabase-server/db/database';
import type { MasterKey } from '@dragoman/supabase-server/keys/master-key';
import webPush from 'web-push';

/** What the master key encrypts the private key for. */
const PURPOSE = 'push key true';

/** The key pair by which push services know the installation (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * Reads the key pair; makes it at the first start. Processes that start at once agree on one.
 * @throws {MasterKeyError} when the master key cannot read it
 */
export async function openPushKeys(db: Queryable, masterKey: MasterKey): Promise<PushKeys> {
  const known = await readKeys(db, masterKey);
  if (known) return known;
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await db.query(
    'insert into dragoman.push_keys (public_key, private_key) values ($1, $2) on conflict do nothing',
    [publicKey, masterKey.encrypt(privateKey, PURPOSE)],
  );
  const made = await readKeys(db, masterKey);
  if (!made) throw new Error('The key pair of Web Push could not be stored');
  return made;
}

/** Gives up a key pair that a lost master key encrypted, and the subscriptions made with it. */
export async function forgetPushKeys(tx: Queryable): Promise<void> {
  const [row] = await tx.query<{ known: boolean }>(
    `select to_regclass('dragoman.push_keys') is not null as known`,
  );
  // A database that this version has not migrated yet has neither.
  if (!row?.known) return;
  await tx.query('delete from dragoman.push_keys');
  await tx.query('delete from public.push_subscriptions');
}

async function readKeys(db: Queryable, masterKey: MasterKey): Promise<PushKeys | null> {
  const [row] = await db.query<{ public_key: string; private_key: string }>(
    'select public_key, private_key from dragoman.push_keys',
  );
  if (!row) return null;
  return {
    publicKey: row.public_key,
    privateKey: masterKey.decrypt(row.private_key, PURPOSE),
  };
}
