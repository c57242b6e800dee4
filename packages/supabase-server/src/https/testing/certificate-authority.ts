import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Certificate } from '../certificate.ts';

const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;

/** A certificate's validity, in days from now; negative: before now. */
export interface Days {
  from?: number;
  to?: number;
}

/** A certificate authority of a test. */
export interface TestAuthority {
  /** Its own certificate, for those who should trust it. */
  pem: string;
  /** @returns a certificate for host names and a new key */
  issue(names: readonly string[], days?: Days): Promise<Certificate>;
  /**
   * @returns PEM: a certificate for what a signing request (DER) asks for, and the authority's own
   */
  sign(request: Uint8Array, days?: Days): Promise<string>;
}

export async function createTestAuthority(): Promise<TestAuthority> {
  x509.cryptoProvider.set(webcrypto as Crypto);
  const keys = await newKeys();
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Test Authority',
    ...lifeOf({ from: -1, to: 3650 }),
    serialNumber: serial(),
    keys,
    signingAlgorithm: EC,
    extensions: [new x509.BasicConstraintsExtension(true, 0, true)],
  });

  async function certify(
    publicKey: x509.PublicKey | CryptoKey,
    names: readonly string[],
    days: Days,
  ): Promise<string> {
    const made = await x509.X509CertificateGenerator.create({
      subject: `CN=${names[0]}`,
      issuer: own.subject,
      ...lifeOf(days),
      serialNumber: serial(),
      publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: EC,
      extensions: [
        new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: 'dns' as const, value }))),
      ],
    });
    return `${made.toString('pem')}\n${own.toString('pem')}\n`;
  }

  return {
    pem: own.toString('pem'),
    async issue(names, days = {}) {
      const pair = await newKeys();
      const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', pair.privateKey as never));
      return {
        cert: await certify(pair.publicKey, names, days),
        key: `${x509.PemConverter.encode(der, 'PRIVATE KEY')}\n`,
      };
    },
    async sign(request, days = {}) {
      const csr = new x509.Pkcs10CertificateRequest(request as Uint8Array<ArrayBuffer>);
      const names = csr.extensions
        .filter((extension) => extension instanceof x509.SubjectAlternativeNameExtension)
        .flatMap((extension) => extension.names.items.map(({ value }) => value));
      return certify(csr.publicKey, names, days);
    },
  };
}

function newKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(EC, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;
}

function lifeOf({ from = -1, to = 90 }: Days): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() + from * DAY_MS), notAfter: new Date(Date.now() + to * DAY_MS) };
}

function serial(): string {
  // The first bit is the sign.
  return `0${randomBytes(15).toString('hex')}`.replace(/^00/, '01');
}
