import pg from 'pg';
import { z } from 'zod';
import type { DatabaseHook } from '../../../config/auth-hooks.ts';
import { ConfigError } from '../../../config/config-error.ts';
import { type Database, type Queryable, sqlState } from '../../../db/database.ts';
import type { Logger } from '../../../util/logger.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import type { AuthMethod, NewToken } from '../../method.ts';

/** The role as which the auth service of a Supabase runs hooks. */
const HOOK_ROLE = 'supabase_auth_admin';

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

/** Functions of the database that the operator names. */
export async function openHooks({ config, db, log }: AuthDeps): Promise<AuthMethod> {
  const hook = config.auth.hooks.customAccessToken;
  if (hook === null) return {};
  await checkHook(db, 'HOOK_CUSTOM_ACCESS_TOKEN_URI', hook);
  return { changeClaims: createClaimsHook(db, hook, log) };
}

/**
 * The hook `custom_access_token` (supabase-protocol 2.15): a function of the database gets
 * `{user_id, claims, authentication_method}` and gives `{claims}` or `{error: {http_code, message}}`.
 * It runs in a transaction of its own as `supabase_auth_admin`, with a time limit.
 * @returns gives the claims to sign. @throws {AuthError} the hook's refusal, or a 503 when it fails
 */
function createClaimsHook(
  db: Database,
  hook: DatabaseHook,
  log: Logger,
): NonNullable<AuthMethod['changeClaims']> {
  const name = `${hook.schema}.${hook.name}`;
  const call = `select ${pg.escapeIdentifier(hook.schema)}.${pg.escapeIdentifier(hook.name)}($1::jsonb) as output`;

  async function run(event: NewToken): Promise<unknown> {
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

interface Found {
  account: string;
  function_exists: boolean;
  role_exists: boolean;
  may_switch: boolean | null;
  may_use_schema: boolean | null;
  may_execute: boolean | null;
}

/** PostgreSQL 16 tells switching to a role from inheriting from it. */
const LOOK = `
  select session_user::text as account, f.oid is not null as function_exists, r.oid is not null as role_exists,
    pg_has_role(session_user, r.oid,
      case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may_switch,
    has_schema_privilege(r.oid, to_regnamespace(quote_ident($1))::oid, 'usage') as may_use_schema,
    has_function_privilege(r.oid, f.oid, 'execute') as may_execute
  from (select to_regprocedure(format('%I.%I(jsonb)', $1::text, $2::text))::oid as oid) f,
    (select to_regrole($3)::oid as oid) r`;

/**
 * Verifies at the start that the auth service can run a hook.
 * @param variable the setting that names the hook
 * @throws {ConfigError} with the SQL that sets up what is missing
 */
async function checkHook(
  db: Pick<Queryable, 'query'>,
  variable: string,
  { schema, name }: DatabaseHook,
): Promise<void> {
  const [found] = await db.query<Found>(LOOK, [schema, name, HOOK_ROLE]);
  if (!found) throw new Error('The database did not answer about a hook');
  const quoted = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  if (!found.function_exists) {
    throw new ConfigError([
      `${variable} names the function ${quoted}(jsonb), which the database does not have. Create it, or leave the setting out`,
    ]);
  }
  const statements = [
    ...(found.role_exists ? [] : [`create role ${HOOK_ROLE} nologin noinherit`]),
    ...(found.may_switch ? [] : [`grant ${HOOK_ROLE} to ${pg.escapeIdentifier(found.account)}`]),
    ...(found.may_use_schema ? [] : [`grant usage on schema ${pg.escapeIdentifier(schema)} to ${HOOK_ROLE}`]),
    ...(found.may_execute ? [] : [`grant execute on function ${quoted}(jsonb) to ${HOOK_ROLE}`]),
  ];
  if (statements.length === 0) return;
  const sql = statements.map((statement) => `    ${statement};`).join('\n');
  throw new ConfigError([
    `${variable} names a hook that the server runs as the role ${HOOK_ROLE}, which lacks privileges. Run this SQL as a superuser, then start again:\n${sql}`,
  ]);
}
