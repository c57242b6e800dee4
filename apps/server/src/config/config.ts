import path from 'node:path';
import { z } from 'zod';

/** The environment, read once and turned into typed settings. Nothing else in the server reads `process.env`. */
export interface Config {
  /** TCP port; 0 takes any free one (tests). */
  port: number;
  host: string;
  /** Origin under which users reach the product, without a trailing slash; null: taken from each request. */
  publicUrl: string | null;
  /** Absolute path of the directory that holds everything this installation must keep. */
  dataDir: string;
  /** A PostgreSQL server of the operator's; null: the embedded one in `dataDir`. */
  databaseUrl: string | null;
  /** Connections this process may hold. */
  databasePoolSize: number;
  logLevel: LogLevel;
  /** Whether X-Forwarded-For, -Proto and -Host of the peer are believed. */
  trustProxy: boolean;
  keys: {
    jwtSecret: string | null;
    /** Private or public JWKs as JSON Web Key Set members; the first private one signs. */
    jwtKeys: Array<Record<string, unknown>> | null;
    publishableKey: string | null;
    secretKey: string | null;
  };
  auth: {
    /** Lifetime of an access token in seconds. */
    accessTokenSeconds: number;
    /** Seconds in which a refresh token that was just used is accepted again. */
    refreshReuseSeconds: number;
    minimumPasswordLength: number;
    signupEnabled: boolean;
    /** Whether an address counts only when its owner has opened a mail. */
    emailConfirmation: boolean;
    /** Where links may lead besides the product's own origin; globs with the separators . and / (wire facts A4). */
    redirectAllowList: string[];
    /** Digits of a mailed code. */
    codeDigits: number;
    /** Seconds in which a mailed code or link works. */
    codeSeconds: number;
    /** Whether a password changed in a session older than a day needs a mailed code. */
    passwordNeedsReauthentication: boolean;
    anonymousUsersEnabled: boolean;
    /** Whether users may add a second factor. */
    totpEnabled: boolean;
  };
  /** How often something may be done; 0: without limit. Per network address in 5 minutes, per account in 15. */
  rateLimits: {
    signUpsPerAddress: number;
    signInsPerAddress: number;
    /** Failed ones. */
    signInsPerAccount: number;
    codesPerAddress: number;
    /** Wrong ones. */
    codesPerAccount: number;
    mailsPerAddress: number;
    mailsPerAccount: number;
    /** Seconds between two mails to one account. */
    mailDistanceSeconds: number;
  };
  mail: {
    /** smtp:// or smtps:// URL of the mail server; null: mails go to a folder in `dataDir`. */
    smtpUrl: string | null;
    /** The sender, `name@host` or `Name <name@host>`. */
    from: string;
  };
  translation: {
    openai: { url: string; key: string | null; model: string } | null;
    libreTranslate: { url: string; apiKey: string | null } | null;
  };
  realtime: {
    /** WebSockets this process may hold; more are refused with 429. */
    maxSockets: number;
    channelsPerSocket: number;
    /** Seconds of silence after which a client counts as gone; the official one sends a heartbeat every 25. */
    idleSeconds: number;
    /** Bytes that may wait for one client before it is closed as too slow. */
    sendBufferBytes: number;
  };
  storage: {
    /** Largest file, in bytes; a bucket may take less. */
    maxFileBytes: number;
    /** Seconds in which a signed upload URL must be used. */
    uploadUrlSeconds: number;
    /** An S3-compatible store for the files; null: the directory `storage` in `dataDir`. */
    s3: S3Config | null;
  };
  rest: {
    /** Database schemas that the data API shows; the first is meant where a request names none. */
    schemas: readonly string[];
  };
  limits: {
    /** Largest JSON body of a REST, auth or function call, in bytes. */
    bodyBytes: number;
    /** Longest request target, in bytes. */
    urlBytes: number;
    /** Rows that one REST answer holds at most. */
    maxRows: number;
    /** Milliseconds after which the database gives up on a client's statement. */
    statementTimeoutMs: number;
  };
}

export interface S3Config {
  bucket: string;
  /** Null: Amazon's for the region. */
  endpoint: string | null;
  region: string;
  /** Null: whatever role the machine has. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Whether the bucket stands in the path instead of the host name. */
  forcePathStyle: boolean;
  /** What the names of all files begin with. */
  prefix: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every variable that is wrong, by name, so that an operator repairs them in one go. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length} problem(s):\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

const BOOLEANS: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  false: false,
  '0': false,
  no: false,
};

const boolean = z.string().transform((value, ctx) => {
  const known = BOOLEANS[value.toLowerCase()];
  if (known === undefined) ctx.addIssue({ code: 'custom', message: 'must be true or false' });
  return known ?? false;
});

const flag = (fallback: boolean) => boolean.default(fallback);

const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .default(fallback);

/** How often something is allowed; 0 turns the limit off. */
const limit = (fallback: number) => whole(fallback, 0, 1_000_000);

const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: 'must be an http or https URL',
  })
  .transform((value) => value.replace(/\/+$/, ''))
  .nullable()
  .default(null);

// Without control characters: the value becomes a mail header.
const SENDER =
  /^(?:[^\p{Cc}<>"]{1,100}<[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+>|[^\s\p{Cc}<>@"]+@[^\s\p{Cc}<>@"]+)$/u;

const text = z.string().nullable().default(null);

const environmentSchema = z.object({
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
  MAIL_CODE_SECONDS: whole(86_400, 60, 86_400),
  PASSWORD_REAUTHENTICATION: flag(false),
  ANONYMOUS_USERS_ENABLED: flag(true),
  TOTP_ENABLED: flag(true),
  RATE_LIMIT_SIGN_UPS_PER_ADDRESS: limit(300),
  RATE_LIMIT_SIGN_INS_PER_ADDRESS: limit(600),
  RATE_LIMIT_SIGN_INS_PER_ACCOUNT: limit(50),
  RATE_LIMIT_CODES_PER_ADDRESS: limit(300),
  RATE_LIMIT_CODES_PER_ACCOUNT: limit(10),
  RATE_LIMIT_MAILS_PER_ADDRESS: limit(300),
  RATE_LIMIT_MAILS_PER_ACCOUNT: limit(6),
  RATE_LIMIT_MAIL_DISTANCE_SECONDS: whole(60, 0, 3600),
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
  TRANSLATION_OPENAI_URL: httpUrl,
  TRANSLATION_OPENAI_KEY: text,
  TRANSLATION_OPENAI_MODEL: text,
  LIBRETRANSLATE_URL: httpUrl,
  LIBRETRANSLATE_API_KEY: text,
  REALTIME_MAX_SOCKETS: whole(20_000, 1, 1_000_000),
  REALTIME_MAX_CHANNELS: whole(100, 1, 10_000),
  REALTIME_IDLE_SECONDS: whole(75, 1, 3600),
  REALTIME_SEND_BUFFER_BYTES: whole(1_048_576, 1024, 104_857_600),
  STORAGE_MAX_FILE_BYTES: whole(52_428_800, 1024, 999_999_999_999),
  STORAGE_UPLOAD_URL_SECONDS: whole(7200, 1, 86_400 * 7),
  S3_BUCKET: text,
  S3_ENDPOINT: httpUrl,
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_FORCE_PATH_STYLE: flag(true),
  S3_PREFIX: z
    .string()
    .regex(/^[\w!.*'()/-]{1,200}$/, 'must consist of letters, digits and - _ . / at most')
    .default(''),
  API_SCHEMAS: z
    .string()
    .transform((value) => value.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => /^[^\s,"]{1,63}$/.test(name)), {
      message: 'must be names of schemas, separated by commas',
    })
    .default(['public']),
  MAX_BODY_BYTES: whole(1_048_576, 1024, 104_857_600),
  MAX_URL_BYTES: whole(16_384, 1024, 65_536),
  MAX_ROWS: whole(1000, 1, 100_000),
  STATEMENT_TIMEOUT_MS: whole(8000, 100, 600_000),
});

/**
 * Reads the settings out of an environment. Empty values count as unset.
 * @throws {ConfigError} naming every variable that is wrong.
 */
export function loadConfig(environment: Record<string, string | undefined>, cwd = process.cwd()): Config {
  const given = Object.fromEntries(
    Object.entries(environment)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environmentSchema.safeParse(given);
  const problems = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  if (given.TRANSLATION_OPENAI_URL && !given.TRANSLATION_OPENAI_MODEL) {
    problems.push('TRANSLATION_OPENAI_MODEL must name the model when TRANSLATION_OPENAI_URL is set');
  }
  for (const name of ['TRANSLATION_OPENAI_KEY', 'TRANSLATION_OPENAI_MODEL'] as const) {
    if (given[name] && !given.TRANSLATION_OPENAI_URL) {
      problems.push(`TRANSLATION_OPENAI_URL must be set when ${name} is`);
    }
  }
  if (given.LIBRETRANSLATE_API_KEY && !given.LIBRETRANSLATE_URL) {
    problems.push('LIBRETRANSLATE_URL must be set when LIBRETRANSLATE_API_KEY is');
  }
  if (given.SMTP_URL && !given.MAIL_FROM)
    problems.push('MAIL_FROM must name the sender when SMTP_URL is set');
  if (given.SMTP_URL && !given.PUBLIC_URL) {
    // The Host header of a request is the caller's word: a link made of it would carry its secret wherever they like.
    problems.push('PUBLIC_URL must be set when SMTP_URL is, since mails hold links to it');
  }
  for (const name of Object.keys(given)) {
    if (name.startsWith('S3_') && name in environmentSchema.shape && !given.S3_BUCKET) {
      problems.push(`S3_BUCKET must be set when ${name} is`);
    }
  }
  if (Boolean(given.S3_ACCESS_KEY_ID) !== Boolean(given.S3_SECRET_ACCESS_KEY)) {
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data, cwd);
}

function toConfig(env: z.output<typeof environmentSchema>, cwd: string): Config {
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
      jwtSecret: env.JWT_SECRET,
      jwtKeys: env.JWT_KEYS,
      publishableKey: env.SUPABASE_PUBLISHABLE_KEY,
      secretKey: env.SUPABASE_SECRET_KEY,
    },
    auth: {
      accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
      refreshReuseSeconds: env.REFRESH_TOKEN_REUSE_SECONDS,
      minimumPasswordLength: env.PASSWORD_MIN_LENGTH,
      signupEnabled: env.SIGNUP_ENABLED,
      emailConfirmation: env.AUTH_EMAIL_CONFIRM ?? env.SMTP_URL !== null,
      redirectAllowList: env.REDIRECT_ALLOW_LIST,
      codeDigits: env.MAIL_CODE_DIGITS,
      codeSeconds: env.MAIL_CODE_SECONDS,
      passwordNeedsReauthentication: env.PASSWORD_REAUTHENTICATION,
      anonymousUsersEnabled: env.ANONYMOUS_USERS_ENABLED,
      totpEnabled: env.TOTP_ENABLED,
    },
    rateLimits: {
      signUpsPerAddress: env.RATE_LIMIT_SIGN_UPS_PER_ADDRESS,
      signInsPerAddress: env.RATE_LIMIT_SIGN_INS_PER_ADDRESS,
      signInsPerAccount: env.RATE_LIMIT_SIGN_INS_PER_ACCOUNT,
      codesPerAddress: env.RATE_LIMIT_CODES_PER_ADDRESS,
      codesPerAccount: env.RATE_LIMIT_CODES_PER_ACCOUNT,
      mailsPerAddress: env.RATE_LIMIT_MAILS_PER_ADDRESS,
      mailsPerAccount: env.RATE_LIMIT_MAILS_PER_ACCOUNT,
      mailDistanceSeconds: env.RATE_LIMIT_MAIL_DISTANCE_SECONDS,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    translation: {
      openai:
        env.TRANSLATION_OPENAI_URL && env.TRANSLATION_OPENAI_MODEL
          ? {
              url: env.TRANSLATION_OPENAI_URL,
              key: env.TRANSLATION_OPENAI_KEY,
              model: env.TRANSLATION_OPENAI_MODEL,
            }
          : null,
      libreTranslate: env.LIBRETRANSLATE_URL
        ? { url: env.LIBRETRANSLATE_URL, apiKey: env.LIBRETRANSLATE_API_KEY }
        : null,
    },
    realtime: {
      maxSockets: env.REALTIME_MAX_SOCKETS,
      channelsPerSocket: env.REALTIME_MAX_CHANNELS,
      idleSeconds: env.REALTIME_IDLE_SECONDS,
      sendBufferBytes: env.REALTIME_SEND_BUFFER_BYTES,
    },
    storage: {
      maxFileBytes: env.STORAGE_MAX_FILE_BYTES,
      uploadUrlSeconds: env.STORAGE_UPLOAD_URL_SECONDS,
      s3: s3Config(env),
    },
    rest: { schemas: env.API_SCHEMAS },
    limits: {
      bodyBytes: env.MAX_BODY_BYTES,
      urlBytes: env.MAX_URL_BYTES,
      maxRows: env.MAX_ROWS,
      statementTimeoutMs: env.STATEMENT_TIMEOUT_MS,
    },
  };
}

function s3Config(env: z.output<typeof environmentSchema>): S3Config | null {
  if (!env.S3_BUCKET) return null;
  return {
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    credentials:
      env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
        ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
        : null,
    // Amazon itself wants the bucket in the host name.
    forcePathStyle: env.S3_FORCE_PATH_STYLE && env.S3_ENDPOINT !== null,
    prefix: env.S3_PREFIX,
  };
}

/** Accepts a JWK, an array of JWKs or a JSON Web Key Set; null when it is none of them. */
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
