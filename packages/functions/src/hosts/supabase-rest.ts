import { withoutTrailing } from '@dragoman/domain/text';
import { publishableKey, type SupabaseEnvironment, secretKey } from './supabase-keys.ts';

/** A request of Supabase's own services that is not answered by then is given up, ms. */
export const SUPABASE_MS = 5_000;

/**
 * @returns the address of the project, without a slash at the end.
 * @throws {Error} when SUPABASE_URL is missing.
 */
export function supabaseUrl(env: SupabaseEnvironment): string {
  const url = withoutTrailing(env.SUPABASE_URL ?? '', '/');
  if (!url) throw new Error('SUPABASE_URL must be set');
  return url;
}

/** @returns headers with which a request has the rights of who called the function. */
export function callerHeaders(env: SupabaseEnvironment, request: Request): Record<string, string> {
  return {
    authorization: request.headers.get('authorization') ?? '',
    apikey: publishableKey(env) ?? request.headers.get('apikey') ?? '',
  };
}

/**
 * @returns headers with which a request has all rights; null where no key for it is set. Keys of
 * the form `sb_secret_…` are no tokens: Supabase refuses them in Authorization.
 */
export function serviceHeaders(env: SupabaseEnvironment): Record<string, string> | null {
  const key = secretKey(env);
  if (!key) return null;
  return key.startsWith('sb_') ? { apikey: key } : { authorization: `Bearer ${key}`, apikey: key };
}
