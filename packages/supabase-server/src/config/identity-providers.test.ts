import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadServerConfig } from './server-environment.ts';

const SECRET = 'do-not-print-me';

const providersOf = (env: Record<string, string>) => loadServerConfig(env).auth.identityProviders;

describe('the identity providers', () => {
  it('are none by default, and linking by hand is off', () => {
    expect(loadServerConfig({}).auth).toMatchObject({ identityProviders: [], manualLinkingEnabled: false });
    expect(loadServerConfig({ MANUAL_LINKING_ENABLED: 'true' }).auth.manualLinkingEnabled).toBe(true);
  });

  it('know Google, Microsoft and GitHub by their names', () => {
    const providers = providersOf({
      AUTH_PROVIDERS: 'google, azure,github',
      AUTH_GOOGLE_CLIENT_ID: 'web, ios-app',
      AUTH_GOOGLE_CLIENT_SECRET: SECRET,
      AUTH_AZURE_CLIENT_ID: 'a',
      AUTH_AZURE_CLIENT_SECRET: SECRET,
      AUTH_GITHUB_CLIENT_ID: 'g',
      AUTH_GITHUB_CLIENT_SECRET: SECRET,
      AUTH_GITHUB_SCOPES: 'read:user user:email read:org',
    });
    expect(providers).toMatchObject([
      {
        name: 'google',
        protocol: 'oidc',
        issuer: 'https://accounts.google.com',
        clientId: 'web',
        audiences: ['web', 'ios-app'],
        secret: { kind: 'text', value: SECRET },
        scopes: ['openid', 'email', 'profile'],
        trustsEmail: false,
      },
      { name: 'azure', protocol: 'microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
      {
        name: 'github',
        protocol: 'github',
        apiUrl: 'https://api.github.com',
        scopes: ['read:user', 'user:email', 'read:org'],
      },
    ]);
  });

  it('take any other issuer under a name of its own', () => {
    const [acme] = providersOf({
      AUTH_PROVIDERS: 'acme-staff',
      AUTH_ACME_STAFF_ISSUER: 'https://login.acme.example/realms/staff',
      AUTH_ACME_STAFF_CLIENT_ID: 'c',
      AUTH_ACME_STAFF_CLIENT_SECRET: SECRET,
      AUTH_ACME_STAFF_TRUST_EMAIL: 'true',
    });
    expect(acme).toMatchObject({ name: 'acme-staff', protocol: 'oidc', trustsEmail: true });
  });

  it('take Apple’s key, its line breaks written out', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
    const env = {
      AUTH_PROVIDERS: 'apple',
      AUTH_APPLE_CLIENT_ID: 'example.fair.web',
      AUTH_APPLE_TEAM_ID: 'TEAM',
      AUTH_APPLE_KEY_ID: 'KEY',
    };
    const [apple] = providersOf({ ...env, AUTH_APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') });
    expect(apple?.secret).toEqual({
      kind: 'apple-key',
      teamId: 'TEAM',
      keyId: 'KEY',
      privateKey: pem,
    });
    expect(() => providersOf({ ...env, AUTH_APPLE_PRIVATE_KEY: SECRET })).toThrow(
      /AUTH_APPLE_PRIVATE_KEY must/,
    );
  });

  it('name everything that is wrong at once and print no secret', () => {
    let message = '';
    try {
      loadServerConfig({
        AUTH_PROVIDERS: 'google,acme,apple',
        AUTH_GOOGLE_CLIENT_SECRET: SECRET,
        AUTH_GOOGLE_TRUST_EMAIL: 'perhaps',
        AUTH_ACME_ISSUER: 'http://login.acme.example',
        AUTH_ACME_CLIENT_ID: 'c',
        AUTH_ACME_CLIENT_SECRET: SECRET,
        AUTH_APPLE_CLIENT_ID: 'c',
        AUTH_APPLE_PRIVATE_KEY: SECRET,
        AUTH_GITHUB_CLIENT_SECRET: SECRET,
      });
    } catch (error) {
      message = (error as Error).message;
    }
    for (const problem of [
      'AUTH_GOOGLE_CLIENT_ID must be set',
      'AUTH_GOOGLE_TRUST_EMAIL must be true or false',
      'AUTH_ACME_ISSUER must be an https URL',
      'AUTH_APPLE_TEAM_ID must be set',
      'AUTH_APPLE_KEY_ID must be set',
      'AUTH_APPLE_PRIVATE_KEY must be the PEM text',
      'AUTH_PROVIDERS must name the provider that AUTH_GITHUB_CLIENT_SECRET is for',
    ]) {
      expect(message).toContain(problem);
    }
    expect(message).not.toContain(SECRET);
  });

  it.each(['Google', 'email', 'a b', 'phone', '../x'])('refuse the name %s', (name) => {
    expect(() => loadServerConfig({ AUTH_PROVIDERS: name })).toThrow(/- AUTH_PROVIDERS /);
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:1', 'http://[::1]:1'])(
    'let an issuer at %s be without TLS',
    (issuer) => {
      const env = { AUTH_PROVIDERS: 'x', AUTH_X_CLIENT_ID: 'c', AUTH_X_CLIENT_SECRET: SECRET };
      expect(providersOf({ ...env, AUTH_X_ISSUER: issuer })).toHaveLength(1);
      expect(() => providersOf({ ...env, AUTH_X_ISSUER: 'http://127.0.0.1.evil.example' })).toThrow(
        /AUTH_X_ISSUER/,
      );
    },
  );
});
