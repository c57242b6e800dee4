import { type StandaloneServer, startTestServer } from '../../harness.ts';
import { type Answer, call } from '../call.ts';
import { IdentityProvider, type ResponseForm } from './identity-provider.ts';

/** Our origin as the identity provider knows it; the tests reach the server under another one. */
export const ORIGIN = 'https://fair.example';
export const ENTITY_ID = `${ORIGIN}/auth/v1/sso/saml/metadata`;
export const ACS_URL = `${ORIGIN}/auth/v1/sso/saml/acs`;
export const TARGET = `${ORIGIN}/join/7`;

/** A server, an identity provider that it trusts, and what a browser does between them. */
export interface SsoServer extends StandaloneServer {
  idp: IdentityProvider;
  providerId: string;
  /** A call with the secret key. */
  admin(path: string, options?: { method?: string; body?: unknown }): Promise<Answer>;
  /**
   * Begins a sign-in without a code challenge.
   * @returns the identity provider's address, and what its query asks
   */
  begin(body?: Record<string, unknown>): Promise<{ url: string; relayState: string; requestId: string }>;
  /** Posts a form to our Assertion Consumer Service. */
  post(form: Record<string, string> | ResponseForm): Promise<Landing>;
}

/** The address to which the browser was redirected. */
export interface Landing {
  status: number;
  target: URL;
  /** The fragment. */
  given: URLSearchParams;
}

export async function startSsoServer(env: Record<string, string> = {}): Promise<SsoServer> {
  const idp = new IdentityProvider();
  await idp.start();
  const server = await startTestServer({ SAML_ENABLED: 'true', PUBLIC_URL: ORIGIN, ...env });

  const admin: SsoServer['admin'] = (path, options = {}) =>
    call(server, path, { ...options, bearer: server.ctx.apiKeys.secret });

  idp.serviceMetadata = await (await fetch(`${server.url}/auth/v1/sso/saml/metadata`)).text();
  const created = await admin('/admin/sso/providers', {
    body: { type: 'saml', metadata_xml: idp.metadata, domains: ['corp.example'] },
  });
  if (created.status !== 201) throw new Error(`no provider: ${JSON.stringify(created.body)}`);
  const providerId = created.body.id as string;

  return {
    ...server,
    idp,
    providerId,
    admin,
    async begin(body = {}) {
      const { body: answer } = await call(server, '/sso', {
        body: { provider_id: providerId, redirect_to: TARGET, skip_http_redirect: true, ...body },
      });
      const relayState = new URL(answer.url).searchParams.get('RelayState') ?? '';
      const [row] = await server.sql<{ request_id: string }>(
        'select request_id from auth.sso_requests where id = $1',
        [relayState],
      );
      return { url: answer.url, relayState, requestId: row?.request_id ?? '' };
    },
    async post(form) {
      const { action: _, ...fields } = form as Record<string, string>;
      const response = await fetch(`${server.url}/auth/v1/sso/saml/acs`, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
        // The headers of a browser that comes from there.
        headers: {
          origin: new URL(idp.entityId).origin,
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
        },
      });
      const target = new URL(response.headers.get('location') ?? 'about:blank');
      return { status: response.status, target, given: new URLSearchParams(target.hash.slice(1)) };
    },
    async stop() {
      await server.stop();
      await idp.stop();
    },
  };
}
