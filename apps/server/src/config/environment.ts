import { z } from 'zod';
import { LOG_LEVELS } from '../util/logger.ts';
import { captchaVariables } from './captcha.ts';
import { connectionsVariables } from './connections.ts';
import { documentsVariables } from './documents.ts';
import { engineLimitVariables } from './engine-limits.ts';
import { housekeepingVariables } from './housekeeping.ts';
import { identityProviderVariables } from './identity-providers.ts';
import { limitsVariables } from './limits.ts';
import { parseMasterKey } from './master-key-format.ts';
import { modelsVariables } from './models.ts';
import { organiserVariables } from './organiser.ts';
import { phoneVariables } from './phone.ts';
import { realtimeVariables } from './realtime.ts';
import { samlVariables } from './saml.ts';
import { secondFactorVariables } from './second-factors.ts';
import { securityContactVariables } from './security-contact.ts';
import { storageVariables } from './storage.ts';
import { boolean, flag, httpUrl, limit, whole } from './variables.ts';

// Without control characters: the value becomes a mail header.
const SENDER =
  /^(?:[^\p{Cc}<>"]{1,100}<[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+>|[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+)$/u;

/** Every variable that the server knows, with its rule and its default; docs/configuration.md lists them. */
export const environmentSchema = z.object({
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
  GUESTS: flag(true),
  MANUAL_LINKING_ENABLED: flag(false),
  ...identityProviderVariables,
  ...captchaVariables,
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
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be an address, or Name <address>')
    .default('Dragoman <no-reply@localhost>'),
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
  ...documentsVariables,
  ...modelsVariables,
  ...engineLimitVariables,
  ...connectionsVariables,
  ...housekeepingVariables,
  ...organiserVariables,
  ...limitsVariables,
  ...securityContactVariables,
});

export type Environment = z.output<typeof environmentSchema>;

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
