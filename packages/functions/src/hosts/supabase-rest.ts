import { withoutTrailing } from '@dragoman/domain/text';
import { z } from 'zod';

/**
 * Environment of an Edge Function. SUPABASE_URL and the keys are set by Supabase itself, the rest
 * by the operator.
 */
export type SupabaseEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * `{"default": "sb_publishable_…", "web": "…"}`: keys by the names that the project's owner gave
 * them.
 */
const dictionarySchema = z.record(z.string(), z.string().min(1));

/**
 * @returns the key that clients send; null where the environment has none. Supabase sets
 * SUPABASE_PUBLISHABLE_KEYS; SUPABASE_ANON_KEY is the key of older projects, and still set where it
 * no longer works.
 * @throws {Error} when SUPABASE_PUBLISHABLE_KEYS is not a JSON dictionary of keys.
 */
export function publishableKey(env: SupabaseEnvironment): string | null {
  return (
    namedKey(env, 'SUPABASE_PUBLISHABLE_KEYS') ??
    env.SUPABASE_PUBLISHABLE_KEY ??
    env.SUPABASE_ANON_KEY ??
    null
  );
}

/**
 * @returns the key with all rights; null where the environment has none. Supabase sets
 *   SUPABASE_SECRET_KEYS, and SUPABASE_SERVICE_ROLE_KEY for older projects.
 * @throws {Error} when SUPABASE_SECRET_KEYS is not a JSON dictionary of keys.
 */
export function secretKey(env: SupabaseEnvironment): string | null {
  return (
    namedKey(env, 'SUPABASE_SECRET_KEYS') ?? env.SUPABASE_SECRET_KEY ?? env.SUPABASE_SERVICE_ROLE_KEY ?? null
  );
}

/** The key named `default`, which each project has at first, or else the first one. */
function namedKey(env: SupabaseEnvironment, variable: string): string | null {
  const text = env[variable];
  if (!text) return null;
  const keys = dictionarySchema.safeParse(parsed(text));
  if (!keys.success) throw new Error(`${variable} must be a JSON dictionary: {"default": "…"}`);
  return keys.data.default ?? Object.values(keys.data)[0] ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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
