import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  COSEALG,
  decodeAttestationObject,
  decodeClientDataJSON,
  isoBase64URL,
} from '@simplewebauthn/server/helpers';
import type { RelyingParty } from '../../http/relying-party.ts';
import type { NewPasskey, PasskeyChallenge, PasskeyKeyRow } from '../data/passkeys.ts';
import { AuthError } from '../errors.ts';

/** Signature algorithms that are offered, and accepted. */
export const ALGORITHMS = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** A challenge was answered wrongly; the response does not reveal which part is wrong. */
export function passkeyRejected(message = 'Credential verification failed'): AuthError {
  return new AuthError(400, 'webauthn_verification_failed', message);
}

/**
 * Checks the answer of an authenticator that has made a passkey (WebAuthn level 3, section 7.1).
 * @throws {AuthError} 400 webauthn_wrong_origin, webauthn_verification_failed
 */
export async function verifyNewPasskey(
  response: RegistrationResponseJSON,
  { challenge, site }: PasskeyChallenge,
): Promise<Omit<NewPasskey, 'userId'>> {
  requireOrigin(response.response.clientDataJSON, site);
  requirePlainAttestation(response.response.attestationObject);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    throw passkeyRejected();
  });
  if (!registrationInfo) throw passkeyRejected();
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registrationInfo;
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    aaguid,
    signCount: credential.counter,
    transports: response.response.transports ?? [],
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
  };
}

/**
 * Checks the signature of a passkey (WebAuthn level 3, section 7.2), and that its counter has
 * grown.
 * @throws {AuthError} as above
 */
export async function verifyPasskey(
  response: AuthenticationResponseJSON,
  { challenge, site }: PasskeyChallenge,
  passkey: PasskeyKeyRow,
): Promise<{ signCount: number; backedUp: boolean }> {
  requireOrigin(response.response.clientDataJSON, site);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
    },
  }).catch(() => {
    throw passkeyRejected();
  });
  if (!verified) throw passkeyRejected();
  return { signCount: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp };
}

/** The library refuses another origin as well, but in words that no user understands. */
function requireOrigin(clientData: string, site: RelyingParty): void {
  if (readOrigin(clientData) === site.origin) return;
  throw new AuthError(
    400,
    'webauthn_wrong_origin',
    `This passkey was used at another address. Open ${site.origin} and try again`,
  );
}

function readOrigin(clientData: string): string {
  try {
    return decodeClientDataJSON(clientData).origin;
  } catch {
    throw passkeyRejected('The client data of the credential is not valid JSON');
  }
}

/**
 * The options ask for no attestation. Formats with certificates are refused: to check one, the
 * library would fetch the revocation list from whatever address the certificate names.
 */
function requirePlainAttestation(attestation: string): void {
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
    const format = decoded.get('fmt');
    if (format === 'none') return;
    if (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined) return;
  } catch {
    throw passkeyRejected('The attestation of the credential is malformed');
  }
  throw passkeyRejected('Only credentials without an attestation certificate are accepted');
}
