import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { boolean } from './variables.ts';

/** Another service whose accounts people may sign in with. */
export interface IdentityProviderConfig {
  /** The provider's name in client requests. */
  name: string;
  protocol: ProviderProtocol;
  /** The issuer of the ID tokens, for OpenID Connect. */
  issuer: string;
  /** GitHub's API. */
  apiUrl: string;
  clientId: string;
  /**
   * Accepted audiences of ID tokens that a client obtained by itself: the client above, and further
   * apps.
   */
  audiences: string[];
  secret: ClientSecret;
  scopes: string[];
  /** Whether every address that the provider returns counts as verified. */
  trustsEmail: boolean;
}

/** `apple` and `microsoft` are OpenID Connect with ways of their own; `github` is plain OAuth 2. */
export type ProviderProtocol = 'oidc' | 'apple' | 'microsoft' | 'github';

export type ClientSecret =
  | { kind: 'text'; value: string }
  /** Apple's: created for each use. */
  | { kind: 'apple-key'; teamId: string; keyId: string; privateKey: string };

interface Preset {
  protocol: ProviderProtocol;
  issuer: string;
  scopes: string[];
}

const OPENID_SCOPES = ['openid', 'email', 'profile'];

/** The services that need no address. `azure` is what clients of this protocol call Microsoft. */
const PRESETS: Record<string, Preset> = {
  google: { protocol: 'oidc', issuer: 'https://accounts.google.com', scopes: OPENID_SCOPES },
  apple: { protocol: 'apple', issuer: 'https://appleid.apple.com', scopes: ['openid', 'email', 'name'] },
  azure: {
    protocol: 'microsoft',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: OPENID_SCOPES,
  },
  github: { protocol: 'github', issuer: 'https://github.com', scopes: ['read:user', 'user:email'] },
};

export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS);

const NAME = /^[a-z][a-z0-9_-]{0,31}$/;
/** Ways of signing in that go by these names already. */
const RESERVED = new Set(['email', 'phone', 'anonymous', 'anonymous_users', 'sso', 'saml', 'web3']);
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const GITHUB_API = 'https://api.github.com';

const SUFFIXES = [
  'CLIENT_ID',
  'CLIENT_SECRET',
  'ISSUER',
  'API_URL',
  'SCOPES',
  'TRUST_EMAIL',
  'TEAM_ID',
  'KEY_ID',
  'PRIVATE_KEY',
] as const;
type Suffix = (typeof SUFFIXES)[number];
const VARIABLE = new RegExp(`^AUTH_([A-Z][A-Z0-9_]*?)_(?:${SUFFIXES.join('|')})$`);

export const identityProviderVariables = {
  AUTH_PROVIDERS: z
    .string()
    .transform((value) => [...new Set(value.split(',').map((name) => name.trim()))])
    .refine((names) => names.every((name) => NAME.test(name) && !RESERVED.has(name)), {
      message: `must be names in lower case, parted by commas, such as ${PRESET_NAMES.join(',')} or one of your own; ${[...RESERVED].join(', ')} are taken`,
    })
    .default([]),
};

/**
 * Reads the settings of every provider that AUTH_PROVIDERS names, each under AUTH_<NAME>_.
 * @param given the variables as they are set; names of providers vary, so that no fixed list can
 * hold them
 * @returns the providers whose settings are good, and all that is wrong; no problem quotes a value
 */
export function readIdentityProviders(given: Readonly<Record<string, string | undefined>>): {
  providers: IdentityProviderConfig[];
  problems: string[];
} {
  const names = identityProviderVariables.AUTH_PROVIDERS.safeParse(given.AUTH_PROVIDERS).data ?? [];
  const problems: string[] = [];
  const prefixes = new Set(names.map(prefixOf));
  if (prefixes.size < names.length)
    problems.push('AUTH_PROVIDERS has names whose variables would be the same');
  for (const variable of Object.keys(given)) {
    const prefix = VARIABLE.exec(variable)?.[1];
    if (prefix !== undefined && !prefixes.has(`AUTH_${prefix}_`)) {
      problems.push(`AUTH_PROVIDERS must name the provider that ${variable} is for`);
    }
  }
  const providers = names.map((name) => readProvider(name, given, problems));
  return { providers: providers.filter((one) => one !== null), problems };
}

function readProvider(
  name: string,
  given: Readonly<Record<string, string | undefined>>,
  problems: string[],
): IdentityProviderConfig | null {
  const before = problems.length;
  const variable = (suffix: Suffix) => `${prefixOf(name)}${suffix}`;
  const value = (suffix: Suffix) => given[variable(suffix)];
  const preset: Preset | undefined = Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
  const protocol = preset?.protocol ?? 'oidc';

  for (const suffix of ['ISSUER', 'API_URL'] as const) {
    const url = value(suffix);
    if (url !== undefined && !isServiceUrl(url)) {
      problems.push(`${variable(suffix)} must be an https URL (http only for this machine itself)`);
    }
  }
  const issuer = value('ISSUER') ?? preset?.issuer;
  if (issuer === undefined)
    problems.push(`${variable('ISSUER')} must be set when AUTH_PROVIDERS names ${name}`);
  const [clientId, ...apps] = listOf(value('CLIENT_ID'));
  if (clientId === undefined) {
    problems.push(`${variable('CLIENT_ID')} must be set when AUTH_PROVIDERS names ${name}`);
  }
  const trust = boolean.default(false).safeParse(value('TRUST_EMAIL'));
  if (!trust.success) problems.push(`${variable('TRUST_EMAIL')} must be true or false`);
  const secret =
    protocol === 'apple'
      ? readAppleKey(value, variable, problems)
      : readText(name, value, variable, problems);
  if (problems.length > before || issuer === undefined || clientId === undefined || secret === null)
    return null;
  return {
    name,
    protocol,
    issuer: protocol === 'github' ? issuer.replace(/\/+$/, '') : issuer,
    apiUrl: (value('API_URL') ?? GITHUB_API).replace(/\/+$/, ''),
    clientId,
    audiences: [clientId, ...apps],
    secret,
    scopes: value('SCOPES')?.split(/[\s,]+/) ?? preset?.scopes ?? OPENID_SCOPES,
    trustsEmail: trust.data ?? false,
  };
}

type Read = (suffix: Suffix) => string | undefined;
type Name = (suffix: Suffix) => string;

function readText(name: string, value: Read, variable: Name, problems: string[]): ClientSecret | null {
  const text = value('CLIENT_SECRET');
  if (text !== undefined) return { kind: 'text', value: text };
  problems.push(`${variable('CLIENT_SECRET')} must be set when AUTH_PROVIDERS names ${name}`);
  return null;
}

function readAppleKey(value: Read, variable: Name, problems: string[]): ClientSecret | null {
  const teamId = value('TEAM_ID');
  const keyId = value('KEY_ID');
  const pem = value('PRIVATE_KEY')?.replaceAll('\\n', '\n');
  for (const suffix of ['TEAM_ID', 'KEY_ID', 'PRIVATE_KEY'] as const) {
    if (value(suffix) === undefined)
      problems.push(`${variable(suffix)} must be set when AUTH_PROVIDERS names apple`);
  }
  if (pem !== undefined && !isP256Key(pem)) {
    problems.push(
      `${variable('PRIVATE_KEY')} must be the PEM text of the .p8 file, line breaks written as \\n`,
    );
    return null;
  }
  if (teamId === undefined || keyId === undefined || pem === undefined) return null;
  return { kind: 'apple-key', teamId, keyId, privateKey: pem };
}

function isP256Key(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}

function isServiceUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

function listOf(value: string | undefined): string[] {
  return (value ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function prefixOf(name: string): string {
  return `AUTH_${name.toUpperCase().replaceAll('-', '_')}_`;
}
