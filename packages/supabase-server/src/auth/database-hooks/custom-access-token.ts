import pg from 'pg';
import { z } from 'zod';
import type { DatabaseHook } from '../../config/auth-hooks.ts';
import type { Database } from '../../db/database.ts';
import { sqlState } from '../../db/database.ts';
import type { Logger } from '../../util/logger.ts';
import { AuthError } from '../errors.ts';
import { HOOK_ROLE } from './check-hook.ts';

/** As GoTrue's: a sign-in waits for the hook. */
const TIMEOUT_MS = 2000;
/** A token goes into a header, and Node accepts 16 KiB of headers. */
const MAX_CLAIMS_BYTES = 8000;
const CANCELLED = '57014';

/** The claims that a token must have, as GoTrue demands them of a hook. */
const claimsSchema = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.int(),
  iat: z.int(),
  sub: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.string(),
  aal: z.string(),
  session_id: z.string(),
  is_anonymous: z.boolean(),
});

const refusalSchema = z.object({
  error: z.object({
    http_code: z.int().min(400).max(599).catch(500).default(500),
    message: z.string().max(1000).default('The hook refused the token'),
  }),
});

/** A token that is about to be signed. */
export interface TokenEvent {
  userId: string;
  claims: Record<string, unknown>;
  /** How the user proved who they are, or `token_refresh`. */
  method: string;
}

/** @returns the claims to sign. @throws {AuthError} the hook's refusal, or a 503 when it fails. */
export type CustomAccessToken = (event: TokenEvent) => Promise<Record<string, unknown>>;

/**
 * The hook `custom_access_token` (supabase-protocol 2.15): a function of the database gets
 * `{user_id, claims, authentication_method}` and gives `{claims}` or `{error: {http_code, message}}`.
 * It runs in a transaction of its own as `supabase_auth_admin`, with a time limit.
 * @param hook null: claims stay as they are
 */
export function createCustomAccessToken(
  db: Database,
  hook: DatabaseHook | null,
  log: Logger,
): CustomAccessToken {
  if (hook === null) return async ({ claims }) => claims;
  const name = `${hook.schema}.${hook.name}`;
  const call = `select ${pg.escapeIdentifier(hook.schema)}.${pg.escapeIdentifier(hook.name)}($1::jsonb) as output`;

  async function run(event: TokenEvent): Promise<unknown> {
    try {
      const [row] = await db.transaction(async (tx) => {
        await tx.query(`select set_config('role', $1, true), set_config('statement_timeout', $2, true)`, [
          HOOK_ROLE,
          `${TIMEOUT_MS}ms`,
        ]);
        return tx.query<{ output: unknown }>(call, [
          JSON.stringify({
            user_id: event.userId,
            claims: event.claims,
            authentication_method: event.method,
          }),
        ]);
      });
      return row?.output;
    } catch (error) {
      const code = sqlState(error);
      // The text of an error may have data of the user in it.
      log.error({ hook: name, code }, 'the hook for access tokens failed');
      // A failure, not a refusal: the client keeps its session and tries again.
      throw code === CANCELLED
        ? new AuthError(
            503,
            'hook_timeout',
            `Failed to reach hook within maximum time of ${TIMEOUT_MS / 1000} seconds`,
          )
        : new AuthError(503, 'unexpected_failure', `Error running hook ${name}`);
    }
  }

  return async (event) => {
    const output = await run(event);
    const refusal = refusalSchema.safeParse(output);
    if (refusal.success) {
      const { http_code: status, message } = refusal.data.error;
      throw new AuthError(
        status as AuthError['status'],
        status >= 500 ? 'unexpected_failure' : 'unknown',
        message,
      );
    }
    const claims = z.object({ claims: claimsSchema }).safeParse(output);
    if (!claims.success) {
      const problems = claims.error.issues.map(({ path }) => path.join('.') || 'output');
      log.error({ hook: name, problems }, 'the hook for access tokens gave claims that no token may have');
      throw new AuthError(
        500,
        'unexpected_failure',
        `Output claims of hook ${name} do not conform to the expected schema: ${problems.join(', ')}`,
      );
    }
    const bytes = Buffer.byteLength(JSON.stringify(claims.data.claims));
    if (bytes > MAX_CLAIMS_BYTES) {
      log.error({ hook: name, bytes }, 'the hook for access tokens gave too many claims');
      throw new AuthError(
        500,
        'unexpected_failure',
        `Hook ${name} gave ${bytes} bytes of claims, of at most ${MAX_CLAIMS_BYTES}`,
      );
    }
    return claims.data.claims;
  };
}
