import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { selfSignedCertificate } from './self-signed-certificate.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('a self-signed certificate', () => {
  it('carries the key, is signed with it and does not end', () => {
    const certificate = new X509Certificate(selfSignedCertificate(pem, 'fair.example'));
    expect(certificate.verify(publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(privateKey)).toBe(true);
    expect(certificate.subject).toBe('CN=fair.example');
    expect(certificate.issuer).toBe('CN=fair.example');
    expect(new Date(certificate.validTo).getUTCFullYear()).toBe(9999);
  });

  it('is the same each time', () => {
    expect(selfSignedCertificate(pem, 'fair.example')).toBe(selfSignedCertificate(pem, 'fair.example'));
  });
});
