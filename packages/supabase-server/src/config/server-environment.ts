import path from 'node:path';
import { z } from 'zod';
import { LOG_LEVELS } from '../util/logger.ts';
import { authHooksConfig, authHookVariables } from './auth-hooks.ts';
import { captchaConfig, captchaProblems, captchaVariables } from './captcha.ts';
import { ConfigError } from './config-error.ts';
import { connectionsConfig, connectionsVariables } from './connections.ts';
import { identityProviderVariables, readIdentityProviders } from './identity-providers.ts';
import { limitsConfig, limitsVariables } from './limits.ts';
import { parseMasterKey } from './master-key-format.ts';
import { phoneConfig, phoneVariables, smsConfig, smsLimits, smsProblems } from './phone.ts';
import { realtimeConfig, realtimeVariables } from './realtime.ts';
import { samlConfig, samlProblems, samlVariables } from './saml.ts';
import { secondFactorConfig, secondFactorVariables } from './second-factors.ts';
import type { ServerConfig } from './server-config.ts';
import { storageConfig, storageProblems, storageVariables } from './storage.ts';
import { boolean, flag, httpUrl, limit, whole } from './variables.ts';

// Without control characters: the value becomes a mail header.
const SENDER =
  /^(?:[^\p{Cc}<>"]{1,100}<[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+>|[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+)$/u;

/** A mail's sender. @param fallback the sender of a server that is given none */
export const mailSender = (fallback: string) =>
  z.string().regex(SENDER, 'must be an address, or Name <address>').default(fallback);

/**
 * The environment variables of the server, each with its rule and its default. An application adds
 * its own.
 */
export const serverVariables = {
  PORT: whole(3000, 0, 65_535),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), {
      message: 'must be a postgres:// or postgresql:// URL',
    })
    .nullable()
    .default(null),
  DATABASE_POOL_SIZE: whole(16, 2, 200),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  TRUST_PROXY: flag(false),
  MASTER_KEY: z
    .string()
    .transform((value, ctx) => parseMasterKey(value) ?? invalidMasterKey(ctx))
    .nullable()
    .default(null),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').nullable().default(null),
  JWT_KEYS: z
    .string()
    .transform((value, ctx) => parseJwks(value) ?? invalidJwks(ctx))
    .nullable()
    .default(null),
  SUPABASE_PUBLISHABLE_KEY: z
    .string()
    .regex(
      /^sb_publishable_[\w-]{16,}$/,
      'must look like sb_publishable_… with at least 16 characters after it',
    )
    .nullable()
    .default(null),
  SUPABASE_SECRET_KEY: z
    .string()
    .regex(/^sb_secret_[\w-]{16,}$/, 'must look like sb_secret_… with at least 16 characters after it')
    .nullable()
    .default(null),
  ACCESS_TOKEN_SECONDS: whole(3600, 30, 86_400 * 7),
  SESSION_IDLE_SECONDS: whole(30 * 86_400, 0, 10 * 365 * 86_400),
  SESSION_MAX_SECONDS: whole(0, 0, 10 * 365 * 86_400),
  REFRESH_TOKEN_REUSE_SECONDS: whole(10, 0, 300),
  PASSWORD_MIN_LENGTH: whole(8, 6, 72),
  SIGNUP_ENABLED: flag(true),
  AUTH_EMAIL_CONFIRM: boolean.optional(),
  REDIRECT_ALLOW_LIST: z
    .string()
    .transform((value) => value.split(',').map((pattern) => pattern.trim()))
    .refine((patterns) => patterns.every((pattern) => /^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(pattern)), {
      message:
        'must be URL patterns parted by commas, each with its scheme, such as https://*.fair.example/**',
    })
    .default([]),
  MAIL_CODE_DIGITS: whole(6, 6, 10),
  MAIL_CODE_SECONDS: whole(600, 60, 86_400),
  RECENT_SIGN_IN_SECONDS: whole(600, 60, 86_400),
  PASSWORD_REAUTHENTICATION: flag(false),
  ANONYMOUS_USERS_ENABLED: flag(true),
  MANUAL_LINKING_ENABLED: flag(false),
  ...identityProviderVariables,
  ...captchaVariables,
  ...authHookVariables,
  ...samlVariables,
  TOTP_ENABLED: flag(true),
  MFA_MAX_FACTORS: whole(10, 1, 100),
  MFA_CHALLENGE_SECONDS: whole(300, 30, 3600),
  ...secondFactorVariables,
  ...phoneVariables,
  RATE_LIMIT_PER_DEVICE: limit(20),
  RATE_LIMIT_SIGN_UPS_PER_ADDRESS: limit(600),
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: limit(600),
  RATE_LIMIT_SIGN_INS_PER_ACCOUNT: limit(50),
  RATE_LIMIT_CODES_PER_ADDRESS: limit(600),
  RATE_LIMIT_CODES_PER_ACCOUNT: limit(10),
  RATE_LIMIT_MAILS_PER_ADDRESS: limit(600),
  RATE_LIMIT_MAILS_PER_ACCOUNT: limit(6),
  RATE_LIMIT_MAIL_DISTANCE_SECONDS: whole(60, 0, 3600),
  RATE_LIMIT_ADDRESS_WINDOW_SECONDS: whole(300, 1, 86_400),
  RATE_LIMIT_ACCOUNT_WINDOW_SECONDS: whole(900, 1, 86_400),
  CODE_ATTEMPTS: whole(5, 1, 100),
  SMTP_URL: z
    .string()
    .refine((value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol), {
      message: 'must be an smtp:// or smtps:// URL',
    })
    .nullable()
    .default(null),
  MAIL_FROM: mailSender('no-reply@localhost'),
  ...realtimeVariables,
  ...storageVariables,
  API_SCHEMAS: z
    .string()
    .transform((value) => value.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => /^[^\s,"]{1,63}$/.test(name)), {
      message: 'must be names of schemas, separated by commas',
    })
    .default(['public']),
  REST_PLAN_ENABLED: flag(false),
  REST_ROLLBACK_ENABLED: flag(false),
  ...connectionsVariables,
  ...limitsVariables,
};

export type ServerEnvironment = z.output<z.ZodObject<typeof serverVariables>>;

/** The variables that are set, trimmed. Empty values count as unset. */
export type GivenVariables = Record<string, string>;

/** @param environment such as `process.env` */
export function givenVariables(environment: Record<string, string | undefined>): GivenVariables {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const trimmed = value?.trim();
      return trimmed ? [[name, trimmed]] : [];
    }),
  );
}

/** @returns what is wrong with variables that depend on each other; no problem quotes a value */
export function serverProblems(given: GivenVariables): string[] {
  const problems: string[] = [];
  if (given.SMTP_URL && !given.MAIL_FROM)
    problems.push('MAIL_FROM must name the sender when SMTP_URL is set');
  if (given.SMTP_URL && !given.PUBLIC_URL) {
    // The Host header is the caller's word: a link made from it would carry its secret wherever the
    // caller likes.
    problems.push('PUBLIC_URL must be set when SMTP_URL is, since mails hold links to it');
  }
  return [
    ...problems,
    ...readIdentityProviders(given).problems,
    ...captchaProblems(given),
    ...samlProblems(given),
    ...smsProblems(given),
    ...storageProblems(given),
  ];
}

/**
 * @param env the variables as `serverVariables` parse them
 * @param given the same variables as they are set
 * @param cwd the directory that a relative DATA_DIR starts from
 */
export function serverConfig(env: ServerEnvironment, given: GivenVariables, cwd: string): ServerConfig {
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    dataDir: path.resolve(cwd, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    keys: {
      masterKey: env.MASTER_KEY,
      jwtSecret: env.JWT_SECRET,
      jwtKeys: env.JWT_KEYS,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
    },
    auth: {
      accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
      sessionLife: { idleSeconds: env.SESSION_IDLE_SECONDS, maxSeconds: env.SESSION_MAX_SECONDS },
      refreshReuseSeconds: env.REFRESH_TOKEN_REUSE_SECONDS,
      minimumPasswordLength: env.PASSWORD_MIN_LENGTH,
      signupEnabled: env.SIGNUP_ENABLED,
      emailConfirmation: env.AUTH_EMAIL_CONFIRM ?? env.SMTP_URL !== null,
      redirectAllowList: env.REDIRECT_ALLOW_LIST,
      codeDigits: env.MAIL_CODE_DIGITS,
      codeSeconds: env.MAIL_CODE_SECONDS,
      recentSignInSeconds: env.RECENT_SIGN_IN_SECONDS,
      passwordNeedsReauthentication: env.PASSWORD_REAUTHENTICATION,
      anonymousUsersEnabled: env.ANONYMOUS_USERS_ENABLED,
      identityProviders: readIdentityProviders(given).providers,
      manualLinkingEnabled: env.MANUAL_LINKING_ENABLED,
      captcha: captchaConfig(env),
      hooks: authHooksConfig(env),
      saml: samlConfig(env),
      totpEnabled: env.TOTP_ENABLED,
      maximumFactors: env.MFA_MAX_FACTORS,
      challengeSeconds: env.MFA_CHALLENGE_SECONDS,
      codeAttempts: env.CODE_ATTEMPTS,
      ...secondFactorConfig(env),
      phone: phoneConfig(env),
    },
    rateLimits: {
      perDevice: env.RATE_LIMIT_PER_DEVICE,
      signUpsPerAddress: env.RATE_LIMIT_SIGN_UPS_PER_ADDRESS,
      signInsPerAddress: env.RATE_LIMIT_SIGN_INS_PER_ADDRESS,
      signInsPerAccount: env.RATE_LIMIT_SIGN_INS_PER_ACCOUNT,
      codesPerAddress: env.RATE_LIMIT_CODES_PER_ADDRESS,
      codesPerAccount: env.RATE_LIMIT_CODES_PER_ACCOUNT,
      mailsPerAddress: env.RATE_LIMIT_MAILS_PER_ADDRESS,
      mailsPerAccount: env.RATE_LIMIT_MAILS_PER_ACCOUNT,
      mailDistanceSeconds: env.RATE_LIMIT_MAIL_DISTANCE_SECONDS,
      ...smsLimits(env),
      addressWindowSeconds: env.RATE_LIMIT_ADDRESS_WINDOW_SECONDS,
      accountWindowSeconds: env.RATE_LIMIT_ACCOUNT_WINDOW_SECONDS,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    sms: smsConfig(env),
    realtime: realtimeConfig(env),
    storage: storageConfig(env),
    rest: {
      schemas: env.API_SCHEMAS,
      planEnabled: env.REST_PLAN_ENABLED,
      rollbackEnabled: env.REST_ROLLBACK_ENABLED,
    },
    connections: connectionsConfig(env),
    limits: limitsConfig(env),
  };
}

/**
 * Parses variables with a schema of them all.
 * @param problems what is already known to be wrong
 * @throws {ConfigError} naming every variable that is wrong
 */
export function parseVariables<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  given: GivenVariables,
  problems: readonly string[],
): z.output<z.ZodObject<Shape>> {
  const parsed = schema.safeParse(given);
  const wrong = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (!parsed.success || problems.length > 0) throw new ConfigError([...wrong, ...problems]);
  return parsed.data;
}

/**
 * Reads the settings of a server that is no part of a larger application.
 * @param environment such as `process.env`
 * @throws {ConfigError} naming every variable that is wrong
 */
export function loadServerConfig(
  environment: Record<string, string | undefined>,
  cwd = process.cwd(),
): ServerConfig {
  const given = givenVariables(environment);
  return serverConfig(parseVariables(z.object(serverVariables), given, serverProblems(given)), given, cwd);
}

/** Accepts a JWK, an array of JWKs or a JSON Web Key Set; null for any other JSON. */
function parseJwks(value: string): Array<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(value);
    const list = Array.isArray(parsed) ? parsed : isRecord(parsed) ? (parsed.keys ?? [parsed]) : null;
    if (!Array.isArray(list) || list.length === 0) return null;
    return list.every((key) => isRecord(key) && typeof key.kty === 'string') ? list : null;
  } catch {
    return null;
  }
}

function invalidJwks(ctx: { addIssue(issue: { code: 'custom'; message: string }): void }): never {
  ctx.addIssue({ code: 'custom', message: 'must be JSON: a JWK, an array of JWKs, or {"keys": [...]}' });
  return z.NEVER;
}

function invalidMasterKey(ctx: { addIssue(issue: { code: 'custom'; message: string }): void }): never {
  ctx.addIssue({ code: 'custom', message: 'must be 64 hexadecimal digits (openssl rand -hex 32)' });
  return z.NEVER;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
