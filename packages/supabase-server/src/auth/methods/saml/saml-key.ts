import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { Queryable } from '../../../db/database.ts';
import type { MasterKey } from '../../../keys/master-key.ts';
import { selfSignedCertificate } from './self-signed-certificate.ts';

/** The key and certificate that sign our requests; both PEM. */
export interface SamlKey {
  privateKey: string;
  /** Shown in our metadata, so that identity providers can check the signatures. */
  certificate: string;
}

const CERTIFICATE_NAME = 'SAML service provider';
const RSA_BITS = 2048;
const PURPOSE = 'SAML key true';

/**
 * Gives the key of the environment, else the one that was made at first use and is kept in the
 * database for all processes.
 */
export function createSamlKey(
  db: Queryable,
  masterKey: MasterKey,
  fromEnvironment: string | null,
): () => Promise<SamlKey> {
  let loading: Promise<SamlKey> | null = null;
  return () => {
    loading ??= load(db, masterKey, fromEnvironment).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function load(db: Queryable, masterKey: MasterKey, fromEnvironment: string | null): Promise<SamlKey> {
  const privateKey = fromEnvironment ?? (await storedKey(db, masterKey)) ?? (await makeKey(db, masterKey));
  return { privateKey, certificate: selfSignedCertificate(privateKey, CERTIFICATE_NAME) };
}

async function makeKey(db: Queryable, masterKey: MasterKey): Promise<string> {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: RSA_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  await db.query('insert into dragoman.saml_key (private_key) values ($1) on conflict do nothing', [
    masterKey.encrypt(pair.privateKey, PURPOSE),
  ]);
  // Another process may have been faster: its key counts.
  const key = await storedKey(db, masterKey);
  if (key === null) throw new Error('the new SAML key cannot be read');
  return key;
}

async function storedKey(db: Queryable, masterKey: MasterKey): Promise<string | null> {
  const [row] = await db.query<{ private_key: string }>('select private_key from dragoman.saml_key');
  return row ? masterKey.decrypt(row.private_key, PURPOSE) : null;
}
