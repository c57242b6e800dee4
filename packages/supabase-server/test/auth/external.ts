import type { Provider, SupabaseClient } from '@supabase/supabase-js';
import type { TestServer } from '../harness.ts';
import { type Arrival, type Browser, createBrowser } from './browser.ts';
import { CLIENT_ID, CLIENT_SECRET, type TestIdentityProvider } from './identity-provider.ts';
import { memoryClient } from './memory-client.ts';

/** The provider's name in the tests, chosen by the operator. */
export const ACME = 'acme' as Provider;

/** The settings that make `idp` the provider `name`. */
export function providerSettings(
  idp: Pick<TestIdentityProvider, 'issuer'>,
  name = 'acme',
): Record<string, string> {
  const prefix = `AUTH_${name.toUpperCase()}_`;
  return {
    AUTH_PROVIDERS: name,
    [`${prefix}ISSUER`]: idp.issuer,
    [`${prefix}CLIENT_ID`]: CLIENT_ID,
    [`${prefix}CLIENT_SECRET`]: CLIENT_SECRET,
  };
}

export interface FlowOptions {
  provider?: Provider;
  redirectTo?: string;
  scopes?: string;
  queryParams?: Record<string, string>;
}

/**
 * Begins a sign-in as `who` in the client.
 * @returns the address that its browser shall open
 */
export async function begin(client: SupabaseClient, who: string, flow: FlowOptions = {}): Promise<string> {
  const { provider = ACME, queryParams, ...options } = flow;
  const { data, error } = await client.auth.signInWithOAuth({
    provider,
    options: { ...options, skipBrowserRedirect: true, queryParams: { login_hint: who, ...queryParams } },
  });
  if (error) throw error;
  return data.url;
}

/** Opens an address in a browser, through provider and server, until the product's own page. */
export function travel(
  server: TestServer,
  idp: { issuer: string },
  url: string,
  browser: Browser = createBrowser(),
): Promise<Arrival> {
  return browser.open(url, [`${server.url}/auth/v1/`, idp.issuer]);
}

/** Signs in as `who`, from the first click to the client's session. */
export async function signInAs(
  server: TestServer,
  idp: { issuer: string },
  who: string,
  options: FlowOptions = {},
): Promise<{ client: SupabaseClient; arrival: Arrival; error: Error | null; result: Exchanged }> {
  const client = memoryClient(server, 'pkce');
  const arrival = await travel(server, idp, await begin(client, who, options));
  const result = await client.auth.exchangeCodeForSession(arrival.url.searchParams.get('code') ?? '');
  return { client, arrival, error: result.error, result };
}

export type Exchanged = Awaited<ReturnType<SupabaseClient['auth']['exchangeCodeForSession']>>;
