import { isLanguage } from '@dragoman/domain/languages';
import { z } from 'zod';
import type { AccountSource, Row } from '../account/account-source.ts';
import { AccountRefusal, answerDeletion, type DeletableAccount } from '../account/delete-account.ts';
import { createAccountExport } from '../account/export-account.ts';
import type { FunctionHandler } from '../http/caller.ts';
import { type CallerLimit, createCallerLimit } from '../http/caller-limit.ts';
import { jsonResponse } from '../http/json.ts';
import { errorName, type Log } from '../http/log.ts';
import { systemClock } from '../providers/retry.ts';
import { HOSTED_LIMITS } from './hosted-limits.ts';
import { consoleLog, serveOnSupabase } from './serve-on-supabase.ts';
import { supabaseAccountReader } from './supabase-account-reader.ts';
import {
  callerHeaders,
  publishableKey,
  SUPABASE_MS,
  type SupabaseEnvironment,
  serviceHeaders,
  supabaseUrl,
} from './supabase-rest.ts';

/** The time limit of a deletion, as of `public.delete_account`, ms. */
const DELETION_MS = 300_000;
/** Rounds of 1000 files that one call removes. */
const FILE_ROUNDS = 20;
/** The product's name in the README, where BRAND_NAME is not set. */
const PRODUCT = 'Dragoman';

/**
 * The function `export-account` for a hosted or self-hosted Supabase: the same archive as on our
 * server, read with the caller's own rights (docs/adr/0032). Supabase has no passkeys.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseExportAccount(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const service = serviceCalls(env);
  const answer = createAccountExport(log);
  const handler: FunctionHandler = async (request, caller) => {
    if (!caller) return notSignedIn();
    if (request.method !== 'POST') return wrongMethod();
    return answer(caller.userId, () => openAccount(env, service, request, caller.userId));
  };
  return serveOnSupabase(env, handler, log, 'The export of the account failed');
}

/**
 * The function `delete-account` for a hosted or self-hosted Supabase (docs/adr/0032). The database
 * deletes the user and all data in one transaction; then the storage service removes the files. What
 * is left of the files after a failure goes with the next call of any user.
 * @throws {Error} naming each variable that is missing.
 */
export function supabaseDeleteAccount(
  env: SupabaseEnvironment,
  log: Log = consoleLog(),
): (request: Request) => Promise<Response> {
  const service = serviceCalls(env);
  const guesses = createCallerLimit(HOSTED_LIMITS.passwordGuesses, systemClock);
  const handler: FunctionHandler = async (request, caller) => {
    if (!caller) return notSignedIn();
    return answerDeletion(request, deletableAccount({ env, service, guesses, log }, request, caller.userId));
  };
  return serveOnSupabase(env, handler, log, 'The account could not be deleted');
}

function notSignedIn(): Response {
  return jsonResponse(401, { error: 'Sign in first' });
}

function wrongMethod(): Response {
  return jsonResponse(405, { error: 'Call this function with POST' }, { allow: 'POST' });
}

const profileSchema = z.array(z.object({ id: z.string(), language: z.string() })).max(1);

async function openAccount(
  env: SupabaseEnvironment,
  service: ServiceCalls,
  request: Request,
  userId: string,
): Promise<AccountSource> {
  const account = await readAccount(env, request);
  const query = new URLSearchParams({ select: 'id,language', user_id: `eq.${userId}` });
  const response = await fetch(`${supabaseUrl(env)}/rest/v1/profiles?${query}`, {
    headers: callerHeaders(env, request),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The profile could not be read: status ${response.status}`);
  const [profile] = profileSchema.parse(await response.json());
  const devices = (await service.rpc('account_devices', { user_id: userId })) as Row[];
  const userAgent = request.headers.get('user-agent');
  await service.rpc('record_account_export', { user_id: userId, user_agent: userAgent }, { userAgent });
  return {
    userId,
    account,
    devices,
    passkeys: [],
    language: isLanguage(profile?.language) ? profile.language : 'en',
    product: env.BRAND_NAME || PRODUCT,
    reader: supabaseAccountReader(env, request, { userId, profileId: profile?.id ?? null }),
  };
}

const sizeSchema = z.object({ chats: z.number(), messages: z.number(), files: z.number() });

function deletableAccount(
  {
    env,
    service,
    guesses,
    log,
  }: { env: SupabaseEnvironment; service: ServiceCalls; guesses: CallerLimit; log: Log },
  request: Request,
  userId: string,
): DeletableAccount {
  const addresses = async () => accountSchema.parse(await readAccount(env, request));

  async function requiredProof() {
    const { email, phone, is_anonymous } = await addresses();
    if (is_anonymous) return 'none';
    if ((await service.rpc('account_has_password', { user_id: userId })) === true) return 'password';
    return email || phone ? 'address' : 'none';
  }

  return {
    requiredProof,
    size: async () => sizeSchema.parse(await service.rpc('account_size', { user_id: userId })),
    async verify({ password, address }) {
      const proof = await requiredProof();
      const known = await addresses();
      if (proof === 'password') await verifyPassword(env, guesses, { userId, password, ...known });
      if (proof === 'address' && !isTheirs(known, address ?? '')) {
        throw new AccountRefusal(400, 'validation_failed', 'address: must be the address of the account');
      }
    },
    async remove() {
      await service.rpc('delete_account', { user_id: userId }, { timeoutMs: DELETION_MS });
      await removeOrphanedFiles(service).catch((error: unknown) => {
        log.warn({ error: errorName(error) }, 'files of deleted accounts are left for the next deletion');
      });
    },
  };
}

const accountSchema = z.object({
  email: z.string().nullish(),
  phone: z.string().nullish(),
  is_anonymous: z.boolean().optional(),
});
type Addresses = z.infer<typeof accountSchema>;

/** The body of `GET /auth/v1/user`. */
async function readAccount(env: SupabaseEnvironment, request: Request): Promise<Row> {
  const response = await fetch(`${supabaseUrl(env)}/auth/v1/user`, {
    headers: callerHeaders(env, request),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The account could not be read: status ${response.status}`);
  return (await response.json()) as Row;
}

/**
 * Signs in with the password, and ends that sign-in at once. The secret key spares the caller a
 * captcha.
 * @throws {AccountRefusal}
 */
async function verifyPassword(
  env: SupabaseEnvironment,
  guesses: CallerLimit,
  { userId, password, email, phone }: Addresses & { userId: string; password: string | null },
): Promise<void> {
  if (!password) throw new AccountRefusal(400, 'validation_failed', 'password: missing');
  const admission = guesses.admit(userId);
  if (!admission.ok) throw tooManyGuesses(Math.ceil(admission.retryAfterMs / 1000));
  try {
    const response = await fetch(`${supabaseUrl(env)}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { ...serviceHeaders(env), 'content-type': 'application/json' },
      body: JSON.stringify(email ? { email, password } : { phone, password }),
      signal: AbortSignal.timeout(SUPABASE_MS),
    });
    const answer = tokenSchema.parse(await response.json());
    if (response.status === 429) throw tooManyGuesses(60);
    if (response.ok && answer.access_token) {
      await signOut(env, answer.access_token);
      // Single sign-on can give two accounts one address.
      if (answer.user?.id === userId) return;
    }
    const code = answer.error_code ?? answer.code;
    // GoTrue says this of a right password alone.
    if (code === 'email_not_confirmed' || code === 'phone_not_confirmed') return;
    if (response.status >= 500)
      throw new Error(`The password could not be checked: status ${response.status}`);
    throw new AccountRefusal(422, 'invalid_credentials', 'The password is not right');
  } finally {
    admission.done();
  }
}

const tokenSchema = z.object({
  access_token: z.string().optional(),
  user: z.object({ id: z.string() }).optional(),
  error_code: z.string().optional(),
  // Older versions of the API have the status here.
  code: z.union([z.string(), z.number()]).optional(),
});

function tooManyGuesses(seconds: number): AccountRefusal {
  return new AccountRefusal(
    429,
    'over_request_rate_limit',
    `Too many passwords were tried. Try again in ${seconds} seconds.`,
    seconds,
  );
}

/** A sign-in that could not be ended goes with the account. */
async function signOut(env: SupabaseEnvironment, accessToken: string): Promise<void> {
  await fetch(`${supabaseUrl(env)}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, apikey: publishableKey(env) ?? '' },
    signal: AbortSignal.timeout(SUPABASE_MS),
  }).catch(() => undefined);
}

function isTheirs({ email, phone }: Addresses, typed: string): boolean {
  const digits = (text: string) => text.replaceAll(/\D/g, '');
  const sameMail = Boolean(email) && typed.trim().toLowerCase() === email?.toLowerCase();
  return sameMail || (Boolean(phone) && digits(typed) === digits(phone ?? ''));
}

const filesSchema = z.array(z.object({ bucket: z.string(), name: z.string() }));

/** Removes files whose user or chat is gone, through the storage service. */
async function removeOrphanedFiles(service: ServiceCalls): Promise<void> {
  for (let round = 0; round < FILE_ROUNDS; round += 1) {
    const files = filesSchema.parse(await service.rpc('orphaned_files', {}));
    if (files.length === 0) return;
    for (const bucket of new Set(files.map((file) => file.bucket))) {
      await service.removeFiles(
        bucket,
        files.filter((file) => file.bucket === bucket).map(({ name }) => name),
      );
    }
  }
}

/** Calls with all rights. */
interface ServiceCalls {
  /** Calls a function of the database. */
  rpc(
    name: string,
    args: object,
    options?: { timeoutMs?: number; userAgent?: string | null },
  ): Promise<unknown>;
  removeFiles(bucket: string, names: readonly string[]): Promise<void>;
}

/** @throws {Error} when the environment has no secret key. */
function serviceCalls(env: SupabaseEnvironment): ServiceCalls {
  const url = supabaseUrl(env);
  const rights = serviceHeaders(env);
  if (!rights) throw new Error('SUPABASE_SECRET_KEYS or SUPABASE_SERVICE_ROLE_KEY must be set');
  const headers = { ...rights, 'content-type': 'application/json' };
  return {
    async rpc(name, args, { timeoutMs = SUPABASE_MS, userAgent } = {}) {
      const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: userAgent ? { ...headers, 'user-agent': userAgent } : headers,
        body: JSON.stringify(args),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!response.ok) throw new Error(`${name} failed: status ${response.status}`);
      return response.status === 204 ? null : response.json();
    },
    async removeFiles(bucket, names) {
      const response = await fetch(`${url}/storage/v1/object/${bucket}`, {
        method: 'DELETE',
        headers,
        body: JSON.stringify({ prefixes: names }),
        signal: AbortSignal.timeout(60_000),
      });
      if (!response.ok) throw new Error(`Files of ${bucket} could not be removed: status ${response.status}`);
    },
  };
}
