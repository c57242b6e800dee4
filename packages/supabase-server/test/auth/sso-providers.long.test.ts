import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './call.ts';
import { IdentityProvider, metadataXml } from './saml/identity-provider.ts';
import { signingKeyOf } from './saml/responses.ts';
import { type SsoServer, startSsoServer } from './saml/sso-server.ts';

const PATH = '/admin/sso/providers';
const NOBODY = '00000000-0000-4000-8000-000000000000';

let server: SsoServer;
beforeAll(async () => {
  server = await startSsoServer();
});
afterAll(() => server.stop());

let made = 0;
/** Metadata of a provider that there is not yet. */
function newMetadata(entityId = `https://idp${++made}.example/metadata`): string {
  return metadataXml({
    entityId,
    signInUrl: 'https://idp.example/sign-in',
    key: signingKeyOf('other providers'),
  });
}

const create = (body: Record<string, unknown>) => server.admin(PATH, { body: { type: 'saml', ...body } });
const change = (id: string, body: Record<string, unknown>) =>
  server.admin(`${PATH}/${id}`, { method: 'PUT', body });

describe('identity providers', () => {
  it('are for the secret key alone', async () => {
    const { accessToken } = await server.signUp();
    for (const [method, path] of [
      ['GET', PATH],
      ['POST', PATH],
      ['GET', `${PATH}/${server.providerId}`],
      ['PUT', `${PATH}/${server.providerId}`],
      ['DELETE', `${PATH}/${server.providerId}`],
    ] as const) {
      const body = method === 'POST' || method === 'PUT' ? {} : undefined;
      expect(await call(server, path, { method, body, bearer: accessToken })).toMatchObject({
        status: 403,
        body: { code: 'not_admin' },
      });
      const publishable = server.ctx.apiKeys.publishable;
      expect((await call(server, path, { method, body, bearer: publishable })).status).toBe(403);
    }
  });

  it('are created, read, listed, changed and removed', async () => {
    const metadata_xml = newMetadata('https://life.example/metadata');
    const created = await create({
      metadata_xml,
      domains: ['Life.example', 'life.example', 'sub.life.example'],
      attribute_mapping: { keys: { email: { name: 'mail' } } },
      name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        saml: {
          entity_id: 'https://life.example/metadata',
          metadata_xml,
          attribute_mapping: { keys: { email: { name: 'mail' } } },
          name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        },
        domains: [{ domain: 'life.example' }, { domain: 'sub.life.example' }],
      },
    });
    const { id } = created.body;
    expect((await server.admin(`${PATH}/${id}`)).body).toEqual(created.body);

    const { items } = (await server.admin(PATH)).body;
    const listed = items.find((item: { id: string }) => item.id === id);
    expect(listed.saml.entity_id).toBe('https://life.example/metadata');
    expect(listed.saml).not.toHaveProperty('metadata_xml');

    const changed = await change(id, { domains: ['other-life.example'] });
    expect(changed.body.domains).toEqual([{ domain: 'other-life.example' }]);
    expect(changed.body.saml).toEqual(created.body.saml);
    expect((await call(server, '/sso', { body: { domain: 'life.example' } })).status).toBe(404);

    expect((await server.admin(`${PATH}/${id}`, { method: 'DELETE' })).body.id).toBe(id);
    expect(await server.admin(`${PATH}/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'sso_provider_not_found' },
    });
    expect((await call(server, '/sso', { body: { provider_id: id } })).status).toBe(404);
  });

  it('are read from where they publish their metadata', async () => {
    const idp = new IdentityProvider();
    await idp.start();
    try {
      const created = await create({ metadata_url: idp.metadataUrl });
      expect(created).toMatchObject({
        status: 201,
        body: {
          saml: { entity_id: idp.entityId, metadata_url: idp.metadataUrl, metadata_xml: idp.metadata },
        },
      });
    } finally {
      await idp.stop();
    }
    expect(await create({ metadata_url: idp.metadataUrl })).toMatchObject({
      status: 400,
      body: { code: 'saml_metadata_fetch_failed' },
    });
  });

  it('change their keys by what they publish, once a day', async () => {
    const idp = new IdentityProvider();
    await idp.start();
    try {
      const { body: provider } = await create({ metadata_url: idp.metadataUrl });
      await server.sql(
        `update auth.sso_providers set metadata_xml = replace(metadata_xml, '/sign-in', '/old'), metadata_read_at = now() - interval '25 hours'
         where id = $1`,
        [provider.id],
      );
      const begin = async () => {
        const body = { provider_id: provider.id, skip_http_redirect: true };
        return new URL((await call(server, '/sso', { body })).body.url).pathname;
      };
      expect(await begin()).toBe('/old');
      await expect.poll(begin).toBe('/sign-in');
      const reads = idp.metadataReads;
      await begin();
      expect(idp.metadataReads).toBe(reads);
    } finally {
      await idp.stop();
    }
  });

  it.each<[number, string, () => Record<string, unknown>]>([
    [400, 'validation_failed', () => ({})],
    [400, 'validation_failed', () => ({ metadata_xml: newMetadata(), metadata_url: 'https://idp.example' })],
    [400, 'validation_failed', () => ({ type: 'oidc', metadata_xml: newMetadata() })],
    [400, 'validation_failed', () => ({ type: null, metadata_xml: newMetadata() })],
    [400, 'validation_failed', () => ({ metadata_xml: newMetadata(), domains: ['no domain'] })],
    [
      400,
      'validation_failed',
      () => ({ metadata_xml: newMetadata(), attribute_mapping: { keys: { a: 'b' } } }),
    ],
    [400, 'validation_failed', () => ({ metadata_xml: newMetadata(), name_id_format: '"><x' })],
    [400, 'validation_failed', () => ({ metadata_url: 'http://idp.example/metadata' })],
    [400, 'validation_failed', () => ({ metadata_url: 'file:///etc/passwd' })],
    [400, 'sso_domain_already_exists', () => ({ metadata_xml: newMetadata(), domains: ['corp.example'] })],
    [422, 'saml_idp_already_exists', () => ({ metadata_xml: server.idp.metadata })],
    [400, 'validation_failed', () => ({ metadata_xml: '<a' })],
    [400, 'validation_failed', () => ({ metadata_xml: '<a/>' })],
    [400, 'validation_failed', () => ({ metadata_xml: newMetadata().replace('HTTP-Redirect', 'SOAP') })],
    [
      400,
      'validation_failed',
      () => ({ metadata_xml: newMetadata().replace('https://idp.example/sign-in', 'javascript:alert(1)') }),
    ],
    [
      400,
      'validation_failed',
      () => ({ metadata_xml: newMetadata().replace(/Certificate>[^<]+/, 'Certificate>AAAA') }),
    ],
    [
      400,
      'validation_failed',
      () => ({ metadata_xml: newMetadata().replace(/<md:KeyDescriptor.*KeyDescriptor>/, '') }),
    ],
    [
      400,
      'validation_failed',
      () => ({
        metadata_xml: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${newMetadata().replace(/<\?xml.*?\?>/, '')}`,
      }),
    ],
  ])('are refused with %d %s (case %#)', async (status, code, body) => {
    const before = (await server.admin(PATH)).body.items.length;
    expect(await create(body())).toMatchObject({ status, body: { code } });
    expect((await server.admin(PATH)).body.items.length).toBe(before);
  });

  it('stay who they are', async () => {
    const { body: provider } = await create({ metadata_xml: newMetadata('https://stay.example/metadata') });
    expect(await change(provider.id, { metadata_xml: newMetadata() })).toMatchObject({
      status: 422,
      body: { code: 'saml_entity_id_mismatch' },
    });
    const renewed = newMetadata('https://stay.example/metadata');
    expect((await change(provider.id, { metadata_xml: renewed })).body.saml.metadata_xml).toBe(renewed);
    expect((await change(provider.id, { domains: ['corp.example'] })).body.code).toBe(
      'sso_domain_already_exists',
    );
  });

  it('that are unknown are told so', async () => {
    for (const id of [NOBODY, 'corp']) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await server.admin(`${PATH}/${id}`, {
          method,
          ...(method === 'PUT' ? { body: {} } : {}),
        });
        expect(answer).toMatchObject({ status: 404, body: { code: 'sso_provider_not_found' } });
      }
    }
  });

  it('that are switched off do not sign in', async () => {
    await change(server.providerId, { disabled: true });
    const off = await call(server, '/sso', { body: { domain: 'corp.example' } });
    await change(server.providerId, { disabled: false });
    expect(off).toMatchObject({ status: 404, body: { code: 'sso_provider_not_found' } });
    expect(
      (await call(server, '/sso', { body: { domain: 'corp.example', skip_http_redirect: true } })).status,
    ).toBe(200);
  });

  it('are out of reach for the API roles', async () => {
    const [row] = await server.sql<{ reachable: string }>(
      `select count(*) as reachable from unnest(array['anon', 'authenticated', 'service_role']) role,
         unnest(array['auth.sso_providers', 'auth.sso_requests', 'auth.sso_used_assertions', 'dragoman.saml_key']) name
       where has_table_privilege(role, name, 'select')`,
    );
    expect(row?.reachable).toBe('0');
  });
});
