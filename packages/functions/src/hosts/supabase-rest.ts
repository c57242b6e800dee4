/** Environment of an Edge Function. SUPABASE_URL and the keys are set by Supabase itself, the rest by the operator. */
export type SupabaseEnvironment = Readonly<Record<string, string | undefined>>;

/** A request of Supabase's own services that is not answered by then is given up, ms. */
export const SUPABASE_MS = 5_000;

/** @returns the address of the project, without a slash at the end. @throws {Error} when SUPABASE_URL is missing. */
export function supabaseUrl(env: SupabaseEnvironment): string {
  const url = env.SUPABASE_URL?.replace(/\/+$/, '');
  if (!url) throw new Error('SUPABASE_URL must be set');
  return url;
}

/** @returns headers with which a request has the rights of who called the function. */
export function callerHeaders(env: SupabaseEnvironment, request: Request): Record<string, string> {
  return {
    authorization: request.headers.get('authorization') ?? '',
    apikey: env.SUPABASE_ANON_KEY ?? request.headers.get('apikey') ?? '',
  };
}

/** @returns headers with which a request has all rights; null where the service key is not set. */
export function serviceHeaders(env: SupabaseEnvironment): Record<string, string> | null {
  const key = env.SUPABASE_SERVICE_ROLE_KEY;
  return key ? { authorization: `Bearer ${key}`, apikey: key } : null;
}
