import { seal, unseal } from '../../keys/seal.ts';
import type { ProviderTokens } from '../types.ts';

const SEAL_PURPOSE = 'dragoman provider tokens seal 1';

/**
 * Encrypts another service's tokens for the minutes until the client exchanges its code. The
 * database has only the hash of the code, so only the client can decrypt them.
 */
export function sealProviderTokens(tokens: ProviderTokens | null, authCode: string): Buffer | null {
  return tokens === null ? null : seal(JSON.stringify(tokens), authCode, SEAL_PURPOSE);
}

export function openProviderTokens(sealed: Buffer | null, authCode: string): ProviderTokens | null {
  return sealed === null ? null : (JSON.parse(unseal(sealed, authCode, SEAL_PURPOSE)) as ProviderTokens);
}
