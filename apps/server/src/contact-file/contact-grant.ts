import type { SigningKeys } from '@dragoman/supabase-server/keys/signing-keys';
import type { Signer } from '@dragoman/supabase-server/storage/data/signers';
import { z } from 'zod';

/** Tokens of this purpose are valid for nothing else: see {@link SigningKeys.verifyPurpose}. */
const PURPOSE = 'contact-file';

/** The life of a link, in seconds: it is used right after it was asked for. */
const SECONDS = 10 * 60;

const grantSchema = z.object({
  /** The profile's id. */
  person: z.uuid(),
  signer: z.object({ role: z.string(), sub: z.string().nullable(), session: z.uuid().nullable() }),
});

/** Whose contact a link leads to, and who has asked for it. */
export interface ContactGrant {
  person: string;
  signer: Signer;
}

/** @returns the token of a link that is valid for ten minutes */
export function signContactGrant(signingKeys: SigningKeys, grant: ContactGrant): Promise<string> {
  const iat = Math.floor(Date.now() / 1000);
  return signingKeys.sign({ aud: PURPOSE, ...grant, iat, exp: iat + SECONDS });
}

/** @throws {TokenError} for a token that has expired or was not made for this @throws {ZodError} */
export async function verifyContactGrant(signingKeys: SigningKeys, token: string): Promise<ContactGrant> {
  return grantSchema.parse(await signingKeys.verifyPurpose(token, PURPOSE));
}
