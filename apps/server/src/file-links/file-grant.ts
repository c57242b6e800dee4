import type { SigningKeys } from '@dragoman/supabase-server/keys/signing-keys';
import type { Signer } from '@dragoman/supabase-server/storage/data/signers';
import { z } from 'zod';

/** The life of a link, in seconds: it is used right after it was asked for. */
const SECONDS = 10 * 60;

const grantSchema = z.object({
  /** The id of the row that the file is made of. */
  id: z.uuid(),
  signer: z.object({ role: z.string(), sub: z.string().nullable(), session: z.uuid().nullable() }),
});

/** What a link leads to, and who has asked for it. */
export interface FileGrant {
  id: string;
  signer: Signer;
}

/**
 * @param purpose of the token, which is valid for nothing else: see {@link SigningKeys.verifyPurpose}
 * @returns the token of a link that is valid for ten minutes
 */
export function signFileGrant(signingKeys: SigningKeys, purpose: string, grant: FileGrant): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  return signingKeys.sign({ aud: purpose, ...grant, iat, exp: iat + SECONDS });
}

/** @throws {TokenError} for a token that has expired or was not made for this @throws {ZodError} */
export async function verifyFileGrant(
  signingKeys: SigningKeys,
  purpose: string,
  token: string,
): Promise<FileGrant> {
  return grantSchema.parse(await signingKeys.verifyPurpose(token, purpose));
}
