import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../../apps/server/src/config/config.ts';
import { PROJECT_ROOT } from '../lib/project.ts';

const SUPABASE = path.join(PROJECT_ROOT, 'supabase');

/** @returns the values of config.toml as they are written, by `section.key` */
function settings(): Map<string, string> {
  const found = new Map<string, string>();
  let section = '';
  for (const line of readFileSync(path.join(SUPABASE, 'config.toml'), 'utf8').split('\n')) {
    section = /^\[([\w.-]+)\]$/.exec(line)?.[1] ?? section;
    const [, key, value] = /^(\w+) = (.+)$/.exec(line) ?? [];
    if (key && value) found.set(section ? `${section}.${key}` : key, value);
  }
  return found;
}

const config = settings();
const server = loadConfig({});
const number = (name: string) => Number(config.get(name));

it('config.toml lets guests in and authenticator apps be added', () => {
  expect(config.get('auth.enable_anonymous_sign_ins')).toBe('true');
  expect(config.get('auth.mfa.totp.enroll_enabled')).toBe('true');
  expect(config.get('auth.mfa.totp.verify_enabled')).toBe('true');
});

it('config.toml has the limits of the server', () => {
  const { auth, rateLimits, limits } = server;
  expect(number('auth.minimum_password_length')).toBe(auth.minimumPasswordLength);
  expect(number('auth.mfa.max_enrolled_factors')).toBe(auth.maximumFactors);
  expect(number('auth.jwt_expiry')).toBe(auth.accessTokenSeconds);
  expect(number('auth.email.otp_length')).toBe(auth.codeDigits);
  expect(number('auth.email.otp_expiry')).toBe(auth.codeSeconds);
  expect(config.get('auth.email.max_frequency')).toBe(`"${rateLimits.mailDistanceSeconds}s"`);
  expect(number('api.max_rows')).toBe(limits.maxRows);
  // Supabase counts these in 5 minutes, and guests in an hour.
  expect(rateLimits.addressWindowSeconds).toBe(300);
  expect(number('auth.rate_limit.sign_in_sign_ups')).toBe(rateLimits.signUpsPerAddress);
  expect(number('auth.rate_limit.token_verifications')).toBe(rateLimits.codesPerAddress);
  expect(number('auth.rate_limit.anonymous_users')).toBe(rateLimits.signUpsPerAddress * 12);
});

it('config.toml serves no schema but public', () => {
  expect(config.get('api.schemas')).toBe('["public"]');
});

const functions = readdirSync(path.join(SUPABASE, 'functions')).filter((name) =>
  existsSync(path.join(SUPABASE, 'functions', name, 'index.ts')),
);

it.each(functions)('config.toml deploys %s, which checks its callers itself', (name) => {
  expect(config.get(`functions.${name}.verify_jwt`)).toBe('false');
  expect(config.get(`functions.${name}.import_map`)).toBe('"./functions/deno.json"');
});
