import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadServerConfig } from './server-environment.ts';

const on = { SAML_ENABLED: 'true', PUBLIC_URL: 'https://fair.example' };
const key = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength }).privateKey;

describe('the settings of single sign-on', () => {
  it('are off, and need the public address when they are on', () => {
    expect(loadServerConfig({}).auth.saml).toBeNull();
    expect(loadServerConfig({ SAML_ENABLED: 'false' }).auth.saml).toBeNull();
    expect(loadServerConfig(on).auth.saml).toEqual({
      privateKey: null,
      idpInitiated: false,
      requestSeconds: 600,
      clockSkewSeconds: 60,
    });
    expect(() => loadServerConfig({ SAML_ENABLED: 'true' })).toThrow('- PUBLIC_URL must be set');
  });

  it('take a key as PEM, on one line too, and as base64 of both forms of DER', () => {
    const made = key(2048);
    const pem = made.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const value of [
      pem,
      pem.replaceAll('\n', '\\n'),
      made.export({ type: 'pkcs1', format: 'pem' }).toString(),
      made.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      made.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
    ]) {
      expect(loadServerConfig({ ...on, SAML_PRIVATE_KEY: value }).auth.saml?.privateKey).toBe(pem);
    }
  });

  it('refuse what is no RSA key, or a short one, without quoting it', () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const value of [
      'secret',
      key(1024).export({ type: 'pkcs8', format: 'pem' }).toString(),
      curve.export({ type: 'pkcs8', format: 'pem' }).toString(),
    ]) {
      const attempt = () => loadServerConfig({ ...on, SAML_PRIVATE_KEY: value });
      expect(attempt).toThrow('- SAML_PRIVATE_KEY must be an RSA private key');
      expect(attempt).not.toThrow(value);
    }
  });
});
