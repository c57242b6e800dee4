import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Changes that a test makes to an honest response. */
export interface Deviations {
  /** The origin of the browser's page. */
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  challenge?: string;
  /** Null: the authenticator says nothing of the user. */
  userHandle?: string | null;
  signCount?: number;
  /** Format of the attestation; `x5c` means one with a certificate. */
  attestation?: 'none' | 'x5c' | 'apple';
}

/**
 * An authenticator in software that keeps one passkey (WebAuthn level 3, sections 6 and 7), for a
 * browser at `origin`.
 */
export interface SoftAuthenticator {
  create(options: PublicKeyCredentialCreationOptionsJSON, how?: Deviations): RegistrationResponseJSON;
  get(options: PublicKeyCredentialRequestOptionsJSON, how?: Deviations): AuthenticationResponseJSON;
  /** The count in the last response. */
  signCount: number;
}

const FLAGS = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40 };

export function createSoftAuthenticator(origin: string): SoftAuthenticator {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let userHandle = '';

  const authenticator: SoftAuthenticator = {
    signCount: 0,
    create(options, how = {}) {
      userHandle = options.user.id;
      authenticator.signCount = how.signCount ?? authenticator.signCount + 1;
      const head = authenticatorData(
        how.rpId ?? options.rp.id ?? '',
        authenticator.signCount,
        how,
        FLAGS.attestedData,
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([head, Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestation = new Map<string, unknown>([
        ['fmt', how.attestation === 'x5c' ? 'packed' : (how.attestation ?? 'none')],
        ['attStmt', how.attestation === 'x5c' ? new Map([['x5c', [new Uint8Array(8)]]]) : new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...credential(),
        response: {
          clientDataJSON: clientData(
            'webauthn.create',
            how.challenge ?? options.challenge,
            how.origin ?? origin,
          ),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, how = {}) {
      authenticator.signCount = how.signCount ?? authenticator.signCount + 1;
      const authData = authenticatorData(how.rpId ?? options.rpId ?? '', authenticator.signCount, how, 0);
      const client = clientData('webauthn.get', how.challenge ?? options.challenge, how.origin ?? origin);
      const signed = Buffer.concat([authData, sha256(Buffer.from(client, 'base64url'))]);
      return {
        ...credential(),
        response: {
          clientDataJSON: client,
          authenticatorData: authData.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
          ...(how.userHandle === null ? {} : { userHandle: how.userHandle ?? userHandle }),
        },
      };
    },
  };

  function credential() {
    const text = id.toString('base64url');
    return { id: text, rawId: text, type: 'public-key' as const, clientExtensionResults: {} };
  }
  return authenticator;
}

function authenticatorData(rpId: string, signCount: number, how: Deviations, extraFlags: number): Buffer {
  const verified = how.userVerified === false ? 0 : FLAGS.userVerified;
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(signCount);
  return Buffer.concat([
    sha256(Buffer.from(rpId)),
    Buffer.from([FLAGS.userPresent | verified | extraFlags]),
    counter,
  ]);
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
}

/** An ES256 key in COSE's form (RFC 9053, section 7.1.1). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);
  return Buffer.from(isoCBOR.encode(cose as never));
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
