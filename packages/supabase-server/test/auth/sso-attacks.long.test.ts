import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  goodFields,
  type ResponseFields,
  responseXml,
  type SignedPart,
  type SigningKey,
  signingKeyOf,
  signPart,
} from './saml/responses.ts';
import {
  ACS_URL,
  ENTITY_ID,
  type Landing,
  type SsoServer,
  startSsoServer,
  TARGET,
} from './saml/sso-server.ts';

let server: SsoServer;
beforeAll(async () => {
  server = await startSsoServer();
});
afterAll(() => server.stop());

interface Attempt {
  fields?: (fields: ResponseFields) => Partial<ResponseFields>;
  /** Changes the XML before it is signed. */
  before?: (xml: string) => string;
  /** Changes the XML on its way to the server. */
  after?: (xml: string) => string;
  part?: SignedPart | null;
  key?: SigningKey;
  algorithm?: 'sha1' | 'sha256';
}

/**
 * Brings a response to a request that was just made: a good one, except for the attempt's changes.
 */
async function bring(attempt: Attempt = {}): Promise<Landing> {
  const { relayState, requestId } = await server.begin();
  return server.post({ SAMLResponse: encode(make(requestId, attempt)), RelayState: relayState });
}

function make(requestId: string | null, attempt: Attempt = {}): string {
  const { part = 'Assertion', key = server.idp.key, before = same, after = same } = attempt;
  const good = goodFields({
    issuer: server.idp.entityId,
    recipient: ACS_URL,
    audience: ENTITY_ID,
    requestId,
  });
  const xml = before(responseXml({ ...good, ...attempt.fields?.(good) }));
  return after(part === null ? xml : signPart(xml, part, key, attempt.algorithm));
}

const same = (xml: string) => xml;
const encode = (xml: string) => Buffer.from(xml, 'utf8').toString('base64');

function expectRefused(landing: Landing, code = 'validation_failed'): void {
  expect(landing.status).toBe(303);
  expect(landing.given.get('error_code')).toBe(code);
  expect(landing.target.searchParams.get('error_code')).toBe(code);
  expect(landing.given.get('access_token')).toBeNull();
  expect(landing.target.searchParams.get('code')).toBeNull();
}

function expectSignedIn(landing: Landing): void {
  expect(landing.given.get('error_description')).toBeNull();
  expect(landing.given.get('access_token')).toMatch(/^ey/);
}

/** Parts of a signed response. */
const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
const signatureOf = (xml: string) => /<ds:Signature[\s\S]*?<\/ds:Signature>/.exec(xml)?.[0] ?? '';
/**
 * An attacker's version of the assertion: about another user, without signature, with its own ID.
 */
const forged = (xml: string) =>
  assertionOf(xml)
    .replace(signatureOf(xml), '')
    .replace(/ID="_assertion\d+"/, 'ID="_forged"')
    .replace(/>person-\d+</, '>admin<');

describe('a response is taken', () => {
  it.each(['Assertion', 'Response'] as const)('with its %s signed', async (part) => {
    expectSignedIn(await bring({ part }));
  });

  it('with both signed', async () => {
    expectSignedIn(
      await bring({ before: (xml) => signPart(xml, 'Assertion', server.idp.key), part: 'Response' }),
    );
  });

  it('with a clock that is off by seconds', async () => {
    expectSignedIn(await bring({ fields: () => ({ notBefore: 30, issuedAt: 30 }) }));
  });
});

describe('a signature', () => {
  it('must be there', async () => {
    expectRefused(await bring({ part: null }));
  });

  it('must be of the provider’s key, whatever certificate it shows', async () => {
    for (const part of ['Assertion', 'Response'] as const) {
      expectRefused(await bring({ part, key: signingKeyOf('an attacker') }));
    }
  });

  it('must fit what is said', async () => {
    for (const part of ['Assertion', 'Response'] as const) {
      expectRefused(await bring({ part, after: (xml) => xml.replace(/>person-\d+</, '>admin<') }));
    }
  });

  it('must not rest on SHA-1', async () => {
    expectRefused(await bring({ algorithm: 'sha1' }));
  });

  it('must not be a mere code of a shared key', async () => {
    const hmac = (xml: string) => xml.replace('2001/04/xmldsig-more#rsa-sha256', '2000/09/xmldsig#hmac-sha1');
    expectRefused(await bring({ after: hmac }));
  });
});

describe('a signed assertion wrapped into a forged response', () => {
  const wraps: Record<string, (xml: string) => string> = {
    'before the signed one': (xml) => xml.replace(assertionOf(xml), forged(xml) + assertionOf(xml)),
    'after the signed one': (xml) => xml.replace(assertionOf(xml), assertionOf(xml) + forged(xml)),
    'around the signed one': (xml) =>
      xml.replace(
        assertionOf(xml),
        forged(xml).replace('</saml:Assertion>', `${assertionOf(xml)}</saml:Assertion>`),
      ),
    'with the signed one in the extensions': (xml) =>
      xml
        .replace(assertionOf(xml), forged(xml))
        .replace('<samlp:Status>', `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`),
    'with the signature, and the signed one inside of it': (xml) => {
      const bare = assertionOf(xml).replace(signatureOf(xml), '');
      const object = `<ds:Object>${bare}</ds:Object></ds:Signature>`;
      const wrapped = signatureOf(xml).replace('</ds:Signature>', object);
      return xml.replace(assertionOf(xml), forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`));
    },
    'with the signature, and the signed one behind it': (xml) => {
      const bare = assertionOf(xml).replace(signatureOf(xml), '');
      const signed = forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(xml)}`);
      return xml.replace(assertionOf(xml), signed + bare);
    },
    'with the same ID': (xml) => {
      const id = /ID="(_assertion\d+)"/.exec(xml)?.[1] ?? '';
      return xml.replace(assertionOf(xml), forged(xml).replace('_forged', id) + assertionOf(xml));
    },
    'in another element, around the signed one': (xml) =>
      xml.replace(assertionOf(xml), `${forged(xml)}<x:Box xmlns:x="urn:x">${assertionOf(xml)}</x:Box>`),
  };

  it.each(Object.keys(wraps))('%s is refused', async (name) => {
    expectRefused(await bring({ after: wraps[name] ?? same }));
    expect(await server.sql(`select 1 from auth.identities where provider_id = 'admin'`)).toEqual([]);
  });

  it('as a signed response is refused', async () => {
    const wrap = (xml: string) => {
      const inner = xml.replace(signatureOf(xml), '');
      const outer = inner.replace(/ID="_response\d+"/, 'ID="_outer"').replace(/>person-\d+</, '>admin<');
      const signature = signatureOf(xml).replace(
        '</ds:Signature>',
        `<ds:Object>${inner}</ds:Object></ds:Signature>`,
      );
      return outer.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
    };
    expectRefused(await bring({ part: 'Response', after: wrap }));
    expect(await server.sql(`select 1 from auth.identities where provider_id = 'admin'`)).toEqual([]);
  });
});

describe('an assertion', () => {
  const faults: Record<string, Partial<ResponseFields>> = {
    'meant for another audience': { audience: 'https://evil.example/metadata' },
    'meant for another recipient': { recipient: 'https://evil.example/acs' },
    'sent to another address': { destination: 'https://evil.example/acs' },
    'of another issuer': { issuer: 'https://evil.example/metadata' },
    'that has expired': { notBefore: -600, notOnOrAfter: -120, issuedAt: -500 },
    'that is not valid yet': { notBefore: 200, issuedAt: 200 },
    'whose confirmation has expired': { confirmedUntil: -120 },
    'whose confirmation has no end': { confirmedUntil: null },
    'made long ago': { issuedAt: -7200 },
    'that needs the proof of a key': { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
    'without a sign-in': { authenticated: false },
    'of another request': { inResponseTo: '_other', subjectInResponseTo: '_other' },
    'of another request in an envelope of this one': { subjectInResponseTo: '_other' },
    'of this request in an envelope of another one': { inResponseTo: '_other' },
    'of no request': { inResponseTo: null, subjectInResponseTo: null },
    'of no request in an envelope of this one': { subjectInResponseTo: null },
    'without a name': { nameId: '' },
    'of a session that is over': { sessionUntil: -1 },
  };

  it.each(Object.keys(faults))('%s is refused', async (name) => {
    for (const part of ['Assertion', 'Response'] as const) {
      expectRefused(await bring({ part, fields: () => faults[name] ?? {} }));
    }
  });

  it('of another user’s sign-in is refused', async () => {
    const mine = await server.begin();
    const theirs = await server.begin();
    const SAMLResponse = encode(make(theirs.requestId));
    expectRefused(await server.post({ SAMLResponse, RelayState: mine.relayState }));
    expectSignedIn(await server.post({ SAMLResponse, RelayState: theirs.relayState }));
  });

  it('of a provider is refused for a request to another one', async () => {
    const other = signingKeyOf('another provider');
    const metadata_xml = server.idp.metadata
      .replace(server.idp.entityId, 'https://other.example/metadata')
      .replace(
        /<ds:X509Certificate>[^<]*/,
        `<ds:X509Certificate>${other.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')}`,
      );
    const created = await server.admin('/admin/sso/providers', { body: { type: 'saml', metadata_xml } });
    expect(created.status).toBe(201);
    expectRefused(await bring({ key: other, fields: () => ({ issuer: 'https://other.example/metadata' }) }));
    expectRefused(await bring({ key: other }));
  });

  it('works once, for one of several browsers', async () => {
    const { relayState, requestId } = await server.begin();
    const form = { SAMLResponse: encode(make(requestId)), RelayState: relayState };
    const landings = await Promise.all(Array.from({ length: 4 }, () => server.post(form)));
    const ended = landings.map(({ given }) => given.get('error_code') ?? 'signed in').sort();
    expect(ended).toEqual([
      'saml_relay_state_not_found',
      'saml_relay_state_not_found',
      'saml_relay_state_not_found',
      'signed in',
    ]);
  });

  it('cannot be used again by writing its request once more', async () => {
    const { relayState, requestId } = await server.begin();
    const SAMLResponse = encode(make(requestId));
    expectSignedIn(await server.post({ SAMLResponse, RelayState: relayState }));
    const second = await server.begin();
    await server.sql('update auth.sso_requests set request_id = $1 where id = $2', [
      requestId,
      second.relayState,
    ]);
    expectRefused(await server.post({ SAMLResponse, RelayState: second.relayState }));
  });
});

describe('the relay state', () => {
  it.each(['', 'https://fair.example/', '00000000-0000-4000-8000-000000000000'])(
    '%j is refused',
    async (state) => {
      const { requestId } = await server.begin();
      expectRefused(
        await server.post({ SAMLResponse: encode(make(requestId)), RelayState: state }),
        'saml_relay_state_not_found',
      );
    },
  );

  it('is refused when it took too long', async () => {
    const { relayState, requestId } = await server.begin();
    await server.sql(
      `update auth.sso_requests set created_at = now() - interval '601 seconds' where id = $1`,
      [relayState],
    );
    expectRefused(
      await server.post({ SAMLResponse: encode(make(requestId)), RelayState: relayState }),
      'saml_relay_state_expired',
    );
  });

  it('is refused when the provider was switched off meanwhile', async () => {
    const { relayState, requestId } = await server.begin();
    const path = `/admin/sso/providers/${server.providerId}`;
    await server.admin(path, { method: 'PUT', body: { disabled: true } });
    const landing = await server.post({ SAMLResponse: encode(make(requestId)), RelayState: relayState });
    await server.admin(path, { method: 'PUT', body: { disabled: false } });
    expectRefused(landing, 'sso_provider_not_found');
  });
});

describe('hostile XML', () => {
  const declare = (doctype: string) => (xml: string) => `<?xml version="1.0"?>${doctype}${xml}`;
  const bomb = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>`;
  const cases: Record<string, (xml: string) => string> = {
    'with a bomb of entities': (xml) => declare(bomb)(xml).replace(/>person-\d+</, '>&c;<'),
    'with an entity that reads a file': (xml) =>
      declare('<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]>')(xml).replace(/>person-\d+</, '>&f;<'),
    'with an entity that calls elsewhere': declare('<!DOCTYPE r SYSTEM "http://127.0.0.1:9/evil.dtd">'),
    'with an undeclared entity': (xml) => xml.replace(/>person-\d+</, '>&nothing;<'),
    'with a comment in the name': (xml) => xml.replace(/>person-(\d+)</, '>per<!-- -->son-$1<'),
    'with a processing instruction in the name': (xml) => xml.replace(/>person-(\d+)</, '>per<?x?>son-$1<'),
    'with CDATA in the name': (xml) => xml.replace(/>person-(\d+)</, '><![CDATA[person-$1]]><'),
    'nested very deeply': (xml) =>
      xml.replace('<samlp:Status>', `${'<x>'.repeat(2000)}${'</x>'.repeat(2000)}<samlp:Status>`),
    'with very many elements': (xml) => xml.replace('<samlp:Status>', `${'<x/>'.repeat(6000)}<samlp:Status>`),
    'that is very large': (xml) =>
      xml.replace('<samlp:Status>', `<x>${'x'.repeat(270_000)}</x><samlp:Status>`),
    'that is cut off': (xml) => xml.slice(0, -20),
    'that is no response': () => '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
    'that is empty': () => '<a/>',
    'that is no XML': () => 'SAML',
  };

  it.each(Object.keys(cases))('%s is refused', async (name) => {
    expectRefused(await bring({ after: cases[name] ?? same }));
  });

  it('is not read when the form is too large', async () => {
    const response = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: 'A'.repeat(600_000) }),
    });
    expect(response.status).toBe(413);
  });

  it.each(['%%%', 'AAAA', ''])('that is coded as %j is refused', async (SAMLResponse) => {
    const { relayState } = await server.begin();
    expectRefused(await server.post({ SAMLResponse, RelayState: relayState }));
  });

  it('in UTF-16 is refused', async () => {
    const { relayState, requestId } = await server.begin();
    const SAMLResponse = Buffer.from(`\ufeff${make(requestId)}`, 'utf16le').toString('base64');
    expectRefused(await server.post({ SAMLResponse, RelayState: relayState }));
  });
});

describe('a refusal of the identity provider', () => {
  it('is told to the page that asked', async () => {
    const { relayState, requestId } = await server.begin();
    const refused =
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r" Version="2.0" InResponseTo="${requestId}">` +
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status></samlp:Response>`;
    const landing = await server.post({ SAMLResponse: encode(refused), RelayState: relayState });
    expectRefused(landing, 'access_denied');
    expect(landing.target.href.startsWith(TARGET)).toBe(true);
    expect(landing.given.get('error')).toBe('access_denied');
  });
});
