import { z } from 'zod';
import type { Caller, FunctionHandler } from '../http/caller.ts';
import { jsonResponse } from '../http/json.ts';
import { errorName, type Log } from '../http/log.ts';
import { addressOf } from './hosted-limits.ts';
import {
  callerHeaders,
  publishableKey,
  SUPABASE_MS,
  type SupabaseEnvironment,
  secretKey,
  supabaseUrl,
} from './supabase-rest.ts';

const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
  'access-control-expose-headers': 'x-relay-error',
  'access-control-max-age': '86400',
};

/**
 * Runs a handler as an edge function of a hosted or self-hosted Supabase: answers CORS, verifies the
 * bearer with Supabase's own auth service, and keeps the inside of a crash inside.
 * @param crashText the error that a caller gets when the handler throws
 * @throws {Error} when SUPABASE_URL is missing, or a dictionary of keys cannot be read.
 */
export function serveOnSupabase(
  env: SupabaseEnvironment,
  handler: FunctionHandler,
  log: Log,
  crashText: string,
): (request: Request) => Promise<Response> {
  const userUrl = `${supabaseUrl(env)}/auth/v1/user`;
  // An unreadable dictionary of keys is reported at the start, not at the first request.
  publishableKey(env);
  secretKey(env);

  return async function handle(request) {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS_HEADERS });
    const response = await answer(request);
    for (const [name, value] of Object.entries(CORS_HEADERS)) response.headers.set(name, value);
    return response;
  };

  async function answer(request: Request): Promise<Response> {
    try {
      const caller = await verifiedCaller(request, userUrl, env);
      if (caller === 'second_factor') {
        const error = 'This account has a second factor: prove it to go on';
        return jsonResponse(403, { code: 'insufficient_aal', error });
      }
      if (caller === 'unknown') return jsonResponse(503, { error: 'The session could not be verified' });
      return await handler(request, caller);
    } catch (error) {
      log.warn({ error: errorName(error) }, 'function crashed');
      return jsonResponse(500, { error: crashText });
    }
  }
}

/** The part of Supabase's `GET /auth/v1/user` response that contains second factors. */
const factorsSchema = z.object({
  factors: z.array(z.object({ status: z.string() })).optional(),
});

const userSchema = factorsSchema.extend({ id: z.string().min(1) });

/**
 * @returns who calls, null without a valid session, `second_factor` for a session that must prove
 * it first, or `unknown` when the auth service could not say.
 */
async function verifiedCaller(
  request: Request,
  userUrl: string,
  env: SupabaseEnvironment,
): Promise<Caller | 'unknown' | 'second_factor'> {
  const headers = callerHeaders(env, request);
  if (!/^bearer \S+$/i.test(headers.authorization ?? '')) return null;
  try {
    const response = await fetch(userUrl, { headers, signal: AbortSignal.timeout(SUPABASE_MS) });
    if (response.status >= 500 || response.status === 429) return 'unknown';
    const user = userSchema.safeParse(await response.json());
    if (!response.ok || !user.success) return null;
    if (lacksSecondFactor(headers.authorization ?? '', user.data)) return 'second_factor';
    return { userId: user.data.id, address: addressOf(request) };
  } catch {
    return 'unknown';
  }
}

const claimsSchema = z.object({ aal: z.string().optional() });

/**
 * Checks whether a session must still prove its user's second factor (docs/adr/0003).
 * @param authorization the Authorization header; Supabase's auth service has accepted its token
 * @param factors of the user
 */
function lacksSecondFactor(authorization: string, { factors = [] }: z.infer<typeof factorsSchema>): boolean {
  return factors.some(({ status }) => status === 'verified') && assuranceOf(authorization) !== 'aal2';
}

/** The claim `aal`; undefined where it cannot be read. */
function assuranceOf(authorization: string): string | undefined {
  const payload = authorization.split('.')[1] ?? '';
  try {
    const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return claimsSchema.safeParse(JSON.parse(text)).data?.aal;
  } catch {
    return undefined;
  }
}

/** @returns a log that writes a line of JSON for each entry, as Supabase collects them. */
export function consoleLog(): Log {
  const line = (level: string) => (fields: Record<string, unknown>, message: string) =>
    console.log(JSON.stringify({ level, message, ...fields }));
  return { info: line('info'), warn: line('warn') };
}
