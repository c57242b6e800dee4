import path from 'node:path';
import { z } from 'zod';
import type { GivenVariables } from '../config/server-environment.ts';
import { boolean, flag, httpUrl, text, whole } from '../config/variables.ts';

/** HTTPS by this server itself. */
export interface HttpsConfig {
  /** Absolute paths of PEM files; null: the certificate that {@link AcmeConfig} describes. */
  files: { certificate: string; key: string } | null;
  /** Port of plain HTTP that sends people to HTTPS; null: none. */
  redirectPort: number | null;
}

/** The way in which the DNS record is set by which a certificate authority checks the domain. */
export type DnsConfig =
  | { kind: 'manual' }
  | { kind: 'command'; command: string }
  | { kind: 'desec'; token: string; url: string };

/** A certificate of an authority that speaks ACME (RFC 8555), proved by a DNS record. */
export interface AcmeConfig {
  domain: string;
  email: string | null;
  directoryUrl: string;
  dns: DnsConfig;
  /** Seconds from setting the record to asking the authority to look at it. */
  waitSeconds: number;
  /** Absolute path of the folder with account key and certificate. */
  folder: string;
}

const DESEC_URL = 'https://desec.io/api/v1';
const HOST_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export const httpsVariables = {
  HTTPS: flag(false),
  TLS_CERT_FILE: text,
  TLS_KEY_FILE: text,
  HTTP_REDIRECT_PORT: whole(0, 0, 65_535),
  ACME_DOMAIN: z
    .string()
    .regex(HOST_NAME, 'must be a host name such as booth.example.com')
    .transform((name) => name.toLowerCase())
    .nullable()
    .default(null),
  ACME_EMAIL: z
    .string()
    .regex(/^[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+$/u, 'must be an address')
    .nullable()
    .default(null),
  ACME_TERMS_AGREED: flag(false),
  ACME_DIRECTORY_URL: z
    .string()
    .refine(isSecureUrl, { message: 'must be an https URL' })
    .default('https://acme-v02.api.letsencrypt.org/directory'),
  ACME_DNS_COMMAND: text,
  ACME_DNS_WAIT_SECONDS: whole(60, 0, 3600),
  DESEC_TOKEN: text,
  DESEC_URL: httpUrl,
};

type HttpsEnvironment = z.output<z.ZodObject<typeof httpsVariables>>;

function isSecureUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname));
}

/**
 * @returns what is wrong with settings for HTTPS that depend on each other; no problem quotes a
 * value
 */
export function httpsProblems(given: GivenVariables): string[] {
  const problems: string[] = [];
  const files = Boolean(given.TLS_CERT_FILE && given.TLS_KEY_FILE);
  if (Boolean(given.TLS_CERT_FILE) !== Boolean(given.TLS_KEY_FILE)) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
  }
  if (isOn(given.HTTPS) && !files && !given.ACME_DOMAIN) {
    problems.push(
      'HTTPS needs a certificate: set TLS_CERT_FILE and TLS_KEY_FILE, or ACME_DOMAIN (docs/booth-https.md)',
    );
  }
  if (isOn(given.HTTPS) && isOn(given.TRUST_PROXY)) {
    problems.push('HTTPS and TRUST_PROXY exclude each other: behind a proxy, the proxy has the certificate');
  }
  if (files && given.ACME_DOMAIN) {
    problems.push('ACME_DOMAIN must not be set together with TLS_CERT_FILE: one certificate is served');
  }
  if (given.ACME_DOMAIN && !isOn(given.ACME_TERMS_AGREED)) {
    problems.push("ACME_TERMS_AGREED must be true: you agree to the authority's terms of service");
  }
  if (given.ACME_DNS_COMMAND && given.DESEC_TOKEN) {
    problems.push('ACME_DNS_COMMAND must not be set together with DESEC_TOKEN: one of them sets the record');
  }
  return problems;
}

function isOn(value: string | undefined): boolean {
  return boolean.safeParse(value).data === true;
}

/**
 * People reach a server with a certificate under its name alone, so links and codes need no further
 * setting.
 * @returns the variables, with a PUBLIC_URL where one follows from the others
 */
export function withPublicUrl(given: GivenVariables): GivenVariables {
  const { PUBLIC_URL, ACME_DOMAIN, HTTPS, PORT = '3000' } = given;
  if (PUBLIC_URL || !ACME_DOMAIN || !isOn(HTTPS)) return given;
  const port = PORT === '443' ? '' : `:${PORT}`;
  return { ...given, PUBLIC_URL: `https://${ACME_DOMAIN.toLowerCase()}${port}` };
}

/** @param cwd the directory that relative paths start from */
export function httpsConfig(env: HttpsEnvironment, cwd: string): HttpsConfig | null {
  if (!env.HTTPS) return null;
  const { TLS_CERT_FILE: certificate, TLS_KEY_FILE: key } = env;
  return {
    files:
      certificate && key
        ? { certificate: path.resolve(cwd, certificate), key: path.resolve(cwd, key) }
        : null,
    redirectPort: env.HTTP_REDIRECT_PORT || null,
  };
}

/** @param dataDir absolute path; account key and certificate are kept in it */
export function acmeConfig(env: HttpsEnvironment, dataDir: string): AcmeConfig | null {
  if (env.ACME_DOMAIN === null) return null;
  return {
    domain: env.ACME_DOMAIN,
    email: env.ACME_EMAIL,
    directoryUrl: env.ACME_DIRECTORY_URL,
    dns: dnsConfig(env),
    waitSeconds: env.ACME_DNS_WAIT_SECONDS,
    folder: path.join(dataDir, 'https'),
  };
}

function dnsConfig(env: HttpsEnvironment): DnsConfig {
  if (env.ACME_DNS_COMMAND) return { kind: 'command', command: env.ACME_DNS_COMMAND };
  if (env.DESEC_TOKEN) return { kind: 'desec', token: env.DESEC_TOKEN, url: env.DESEC_URL ?? DESEC_URL };
  return { kind: 'manual' };
}
