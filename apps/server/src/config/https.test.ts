import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

const FILES = { TLS_CERT_FILE: 'tls/chain.pem', TLS_KEY_FILE: '/etc/tls/key.pem' };
const ACME = { ACME_DOMAIN: 'Booth.fair.example', ACME_TERMS_AGREED: 'true' };

describe('the settings of HTTPS', () => {
  it('are off unless asked for', () => {
    expect(loadConfig({}).https).toBeNull();
    expect(loadConfig(FILES).https).toBeNull();
  });

  it('take a certificate out of files', () => {
    const { https, acme } = loadConfig({ HTTPS: 'on', HTTP_REDIRECT_PORT: '8080', ...FILES }, '/srv');
    expect(https).toEqual({
      files: { certificate: '/srv/tls/chain.pem', key: '/etc/tls/key.pem' },
      redirectPort: 8080,
    });
    expect(acme).toBeNull();
  });

  it('describe a certificate that the server gets itself', () => {
    const config = loadConfig({ HTTPS: 'true', DATA_DIR: '/data', DESEC_TOKEN: 't', ...ACME });
    expect(config.https).toEqual({ files: null, redirectPort: null });
    expect(config.acme).toEqual({
      domain: 'booth.fair.example',
      email: null,
      directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
      dns: { kind: 'desec', token: 't', url: 'https://desec.io/api/v1' },
      waitSeconds: 60,
      folder: '/data/https',
    });
    expect(loadConfig(ACME).acme?.dns).toEqual({ kind: 'manual' });
    expect(loadConfig({ ...ACME, ACME_DNS_COMMAND: './dns' }).acme?.dns).toEqual({
      kind: 'command',
      command: './dns',
    });
  });

  it('settle the public address', () => {
    const on = { HTTPS: 'true', ...ACME };
    expect(loadConfig(on).publicUrl).toBe('https://booth.fair.example:3000');
    expect(loadConfig({ ...on, PORT: '443' }).publicUrl).toBe('https://booth.fair.example');
    expect(loadConfig({ ...on, PUBLIC_URL: 'https://a.example' }).publicUrl).toBe('https://a.example');
    expect(loadConfig(ACME).publicUrl).toBeNull();
  });

  it.each([
    ['HTTPS needs a certificate', { HTTPS: 'true' }],
    ['TLS_CERT_FILE and TLS_KEY_FILE', { TLS_CERT_FILE: 'a.pem' }],
    ['HTTPS and TRUST_PROXY', { HTTPS: '1', TRUST_PROXY: 'true', ...FILES }],
    ['ACME_DOMAIN must not', { ...FILES, ...ACME }],
    ['ACME_DOMAIN must be', { ACME_DOMAIN: '192.168.1.20', ACME_TERMS_AGREED: 'true' }],
    ['ACME_DOMAIN must be', { ACME_DOMAIN: '*.fair.example', ACME_TERMS_AGREED: 'true' }],
    ['ACME_TERMS_AGREED', { ACME_DOMAIN: 'booth.fair.example' }],
    ['ACME_DNS_COMMAND', { ...ACME, ACME_DNS_COMMAND: './dns', DESEC_TOKEN: 't' }],
    ['ACME_DIRECTORY_URL', { ...ACME, ACME_DIRECTORY_URL: 'http://ca.example/directory' }],
    ['ACME_EMAIL', { ...ACME, ACME_EMAIL: 'nora' }],
  ])('refuse: %s in %j', (problem, environment) => {
    expect(() => loadConfig(environment)).toThrow(`- ${problem}`);
  });
});

describe('the name in the local network', () => {
  it('is dragoman.local unless told otherwise', () => {
    expect(loadConfig({}).localName).toBe('dragoman');
    expect(loadConfig({ MDNS_NAME: 'Booth-12' }).localName).toBe('booth-12');
    expect(loadConfig({ MDNS_NAME: 'off' }).localName).toBeNull();
  });

  it.each(['booth.local', '-a', 'stand 4', 'ä', 'a'.repeat(64)])('is refused: %s', (name) => {
    expect(() => loadConfig({ MDNS_NAME: name })).toThrow('- MDNS_NAME must be');
  });
});
