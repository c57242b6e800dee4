import { decrypt, encrypt } from '../../../keys/encrypt.ts';
import type { ProviderTokens } from '../../types.ts';

const ENCRYPTION_PURPOSE = 'dragoman provider tokens seal 1';

/**
 * Encrypts another service's tokens for the minutes until the client exchanges its code. The
 * database has only the hash of the code, so only the client can decrypt them.
 */
export function encryptProviderTokens(tokens: ProviderTokens | null, authCode: string): Buffer | null {
  return tokens === null ? null : encrypt(JSON.stringify(tokens), authCode, ENCRYPTION_PURPOSE);
}

export function decryptProviderTokens(encrypted: Buffer | null, authCode: string): ProviderTokens | null {
  return encrypted === null
    ? null
    : (JSON.parse(decrypt(encrypted, authCode, ENCRYPTION_PURPOSE)) as ProviderTokens);
}
