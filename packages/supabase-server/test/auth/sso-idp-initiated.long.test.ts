import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodFields, type ResponseFields, responseXml, signPart } from './saml/responses.ts';
import { ACS_URL, ENTITY_ID, ORIGIN, type SsoServer, startSsoServer, TARGET } from './saml/sso-server.ts';

let server: SsoServer;
beforeAll(async () => {
  server = await startSsoServer({ SAML_ALLOW_IDP_INITIATED: 'true' });
});
afterAll(() => server.stop());

/** A signed response without a request. */
function unasked(change: Partial<ResponseFields> = {}): string {
  const about = { issuer: server.idp.entityId, recipient: ACS_URL, audience: ENTITY_ID, requestId: null };
  const xml = signPart(responseXml({ ...goodFields(about), ...change }), 'Assertion', server.idp.key);
  return Buffer.from(xml).toString('base64');
}

describe('a sign-in that the identity provider begins, where that is allowed', () => {
  it('leads to the product, or to an allowed page', async () => {
    const home = await server.post({ SAMLResponse: unasked() });
    expect(home.target.href.startsWith(`${ORIGIN}/#access_token=ey`)).toBe(true);
    const page = await server.post({ SAMLResponse: unasked(), RelayState: TARGET });
    expect(page.target.href.startsWith(`${TARGET}#access_token=ey`)).toBe(true);
    const evil = await server.post({ SAMLResponse: unasked(), RelayState: 'https://evil.example/' });
    expect(evil.target.href.startsWith(`${ORIGIN}/#access_token=ey`)).toBe(true);
  });

  it('works once, on all processes', async () => {
    const second = await server.startAnother();
    try {
      const form = { SAMLResponse: unasked() };
      expect((await server.post(form)).given.get('access_token')).toMatch(/^ey/);
      expect((await server.post(form)).given.get('error_code')).toBe('validation_failed');
      const response = await fetch(`http://127.0.0.1:${second.port}/auth/v1/sso/saml/acs`, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      });
      expect(response.headers.get('location')).toContain('error_code=validation_failed');
    } finally {
      await second.stop();
    }
  });

  it('is logged when it is refused: the reason, and nothing of what it says', async () => {
    const lines: string[] = [];
    const write = (fields: object, message: string) => void lines.push(JSON.stringify([fields, message]));
    const log = { debug: write, info: write, warn: write, error: write };
    const second = await server.startAnother({ log });
    const asked = { nameId: 'secret-name', attributes: { mail: ['secret@corp.example'] } };
    try {
      for (const change of [
        { ...asked, audience: 'https://secret.example' },
        { ...asked, confirmedUntil: -120 },
      ]) {
        await fetch(`http://127.0.0.1:${second.port}/auth/v1/sso/saml/acs`, {
          method: 'POST',
          body: new URLSearchParams({ SAMLResponse: unasked(change) }),
          redirect: 'manual',
        });
      }
    } finally {
      await second.stop();
    }
    const refusals = lines.filter((line) => line.includes('a SAML response was refused'));
    expect(refusals).toHaveLength(2);
    expect(refusals[0]).toContain('audience');
    expect(lines.join()).not.toContain('secret');
  });

  it('works once when it comes many times at once', async () => {
    const form = { SAMLResponse: unasked() };
    const landings = await Promise.all(Array.from({ length: 5 }, () => server.post(form)));
    expect(landings.filter(({ given }) => given.has('access_token'))).toHaveLength(1);
  });

  it.each<[string, Partial<ResponseFields>]>([
    ['answers a request', { inResponseTo: '_stolen', subjectInResponseTo: '_stolen' }],
    ['answers a request inside', { subjectInResponseTo: '_stolen' }],
    ['has expired', { confirmedUntil: -120 }],
    ['is meant for another audience', { audience: 'https://evil.example' }],
    ['is meant for another recipient', { recipient: 'https://evil.example/acs' }],
  ])('is refused when it %s', async (_name, change) => {
    const { given } = await server.post({ SAMLResponse: unasked({ destination: null, ...change }) });
    expect(given.get('error_code')).toBe('validation_failed');
    expect(given.get('access_token')).toBeNull();
  });

  it('is refused for an unknown provider', async () => {
    const { given } = await server.post({ SAMLResponse: unasked({ issuer: 'https://stranger.example' }) });
    expect(given.get('error_code')).toBe('saml_idp_not_found');
  });
});
