import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { PersonClaims } from './claims.ts';
import { IdTokenError, ProviderError } from './identity-provider.ts';

export interface IdTokenRules {
  provider: string;
  keys: JWTVerifyGetKey;
  /**
   * The issuer in the discovery document; Microsoft's for all directories has `{tenantid}` in it.
   */
  issuer: string;
  audiences: readonly string[];
  /** The algorithms that the provider announces for its signatures. */
  algorithms: readonly string[];
  clockToleranceSeconds: number;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ASYMMETRIC = /^(?:RS|PS|ES)(?:256|384|512)$|^(?:EdDSA|Ed25519)$/;

/**
 * Checks the signature of an ID token, its issuer, audience and times.
 * @throws {IdTokenError} @throws {ProviderError} when the provider's keys cannot be loaded
 */
export async function verifyIdToken(
  token: string,
  rules: IdTokenRules,
): Promise<{
  claims: PersonClaims;
  nonce: string | null;
  accessTokenHash: string | null;
  algorithm: string;
}> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, rules.keys, {
      issuer: expectedIssuer(rules.issuer, decodeJwt(token)),
      audience: [...rules.audiences],
      // A public key must never do as a shared secret.
      algorithms: rules.algorithms.filter((name) => ASYMMETRIC.test(name)),
      clockTolerance: rules.clockToleranceSeconds,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
    const { sub, nonce, at_hash } = payload;
    if (typeof sub !== 'string' || sub === '') throw new IdTokenError('Bad ID token: no subject');
    return {
      claims: { ...payload, sub },
      nonce: typeof nonce === 'string' && nonce !== '' ? nonce : null,
      accessTokenHash: typeof at_hash === 'string' ? at_hash : null,
      algorithm: protectedHeader.alg,
    };
  } catch (error) {
    throw toRefusal(error, rules.provider);
  }
}

function expectedIssuer(issuer: string, { tid }: JWTPayload): string {
  // The signature, checked with the rest, covers the directory that the token names.
  return typeof tid === 'string' && UUID.test(tid) ? issuer.replace('{tenantid}', tid) : issuer;
}

function toRefusal(error: unknown, provider: string): Error {
  if (error instanceof IdTokenError) return error;
  const claim =
    error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired ? error.claim : '';
  if (claim === 'aud') return new IdTokenError('Unacceptable audience in id_token');
  if (claim !== '') return new IdTokenError(`Bad ID token: the claim ${claim} is not acceptable`);
  const refused =
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported;
  if (refused) return new IdTokenError('Bad ID token');
  return new ProviderError(provider, error instanceof Error ? error.name : 'unknown', error);
}
