import path from 'node:path';
import { readAssistantEnvironment } from '@dragoman/functions/assistant/assistant-environment';
import { readVisionEnvironment } from '@dragoman/functions/documents/vision-environment';
import type { OpenAiTranscriptionOptions } from '@dragoman/functions/speech/openai-transcription';
import { readSpeechEnvironment } from '@dragoman/functions/speech/speech-environment';
import type { TranslationEngineConfig } from '@dragoman/functions/translate/engines/engines-from-config';
import { readTranslationEnvironment } from '@dragoman/functions/translate/engines/translation-environment';
import { type AssistantConfig, assistantConfig } from './assistant.ts';
import { type CaptchaConfig, captchaConfig, captchaProblems } from './captcha.ts';
import { type ConnectionsConfig, connectionsConfig } from './connections.ts';
import { type DocumentsConfig, documentsConfig } from './documents.ts';
import { type Environment, environmentSchema, type LogLevel } from './environment.ts';
import { type HousekeepingConfig, housekeepingConfig } from './housekeeping.ts';
import { type IdentityProviderConfig, readIdentityProviders } from './identity-providers.ts';
import { type OrganiserConfig, organiserConfig } from './organiser.ts';
import {
  type PhoneConfig,
  phoneConfig,
  type SmsConfig,
  type SmsLimits,
  smsConfig,
  smsLimits,
  smsProblems,
} from './phone.ts';
import { type RealtimeConfig, realtimeConfig } from './realtime.ts';
import { type SamlConfig, samlConfig, samlProblems } from './saml.ts';

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
    /** Whether one may be there without an address at all; whether guests may is the organiser's (docs/adr/0025, 0033). */
    anonymousUsersEnabled: boolean;
    /** Other services whose accounts people may sign in with. */
    identityProviders: readonly IdentityProviderConfig[];
    /** Whether users may join such accounts to their own, and part with them. */
    manualLinkingEnabled: boolean;
    /** Who checks that a person and no program signs up or in; null: nobody. */
    captcha: CaptchaConfig | null;
    /** Single sign-on with SAML 2.0; null: off. */
    saml: SamlConfig | null;
    /** Whether users may add an authenticator app as second factor. */
    totpEnabled: boolean;
    /** Second factors that one user may have. */
    maximumFactors: number;
    /** Seconds from the challenge of a second factor in which it can be met. */
    challengeSeconds: number;
    /** Wrong tries after which a code is void. */
    codeAttempts: number;
    phone: PhoneConfig;
  };
  /** How often something may be done; 0: without limit. */
  rateLimits: SmsLimits & {
    /** Seconds over which the limits per network address count, and those per account. */
    addressWindowSeconds: number;
    accountWindowSeconds: number;
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
  sms: SmsConfig;
  /** In the order in which they are tried. */
  translation: readonly TranslationEngineConfig[];
  /** Who writes down voice messages; null: nobody, and there are none. */
  speech: OpenAiTranscriptionOptions | null;
  documents: DocumentsConfig;
  assistant: AssistantConfig;
  realtime: RealtimeConfig;
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
    /** Whether callers may ask how their request is executed (EXPLAIN), which tells of rows that policies hide. */
    planEnabled: boolean;
    /** Whether callers may have their own writes undone (`Prefer: tx=rollback`), to try them out. */
    rollbackEnabled: boolean;
  };
  connections: ConnectionsConfig;
  housekeeping: HousekeepingConfig;
  organiser: OrganiserConfig;
  limits: {
    /** Largest JSON body of a REST, auth or function call, in bytes. */
    bodyBytes: number;
    /** Longest request target, in bytes. */
    urlBytes: number;
    /** Rows that one REST answer holds at most. */
    maxRows: number;
    /** Milliseconds after which the database gives up on a client's statement. */
    statementTimeoutMs: number;
    /** Milliseconds that a join page waits for its invitation; then it goes out without it. */
    joinPageWaitMs: number;
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
  const external = readIdentityProviders(given);
  const translation = readTranslationEnvironment(given);
  const speech = readSpeechEnvironment(given);
  const vision = readVisionEnvironment(given);
  const assistant = readAssistantEnvironment(given);
  problems.push(
    ...external.problems,
    ...translation.problems,
    ...speech.problems,
    ...vision.problems,
    ...assistant.problems,
    ...captchaProblems(given),
    ...samlProblems(given),
    ...smsProblems(given),
  );
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(
    parsed.data,
    {
      identityProviders: external.providers,
      translation: translation.engines,
      speech: speech.engine,
      vision: vision.engine,
      assistant: assistant.engine,
    },
    cwd,
  );
}

function toConfig(
  env: Environment,
  {
    identityProviders,
    translation,
    speech,
    vision,
    assistant,
  }: Pick<Config, 'translation' | 'speech'> & {
    identityProviders: readonly IdentityProviderConfig[];
    vision: DocumentsConfig['vision'];
    assistant: AssistantConfig['model'];
  },
  cwd: string,
): Config {
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
      identityProviders,
      manualLinkingEnabled: env.MANUAL_LINKING_ENABLED,
      captcha: captchaConfig(env),
      saml: samlConfig(env),
      totpEnabled: env.TOTP_ENABLED,
      maximumFactors: env.MFA_MAX_FACTORS,
      challengeSeconds: env.MFA_CHALLENGE_SECONDS,
      codeAttempts: env.CODE_ATTEMPTS,
      phone: phoneConfig(env),
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
      ...smsLimits(env),
      addressWindowSeconds: env.RATE_LIMIT_ADDRESS_WINDOW_SECONDS,
      accountWindowSeconds: env.RATE_LIMIT_ACCOUNT_WINDOW_SECONDS,
    },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    sms: smsConfig(env),
    translation,
    speech,
    documents: documentsConfig(env, vision),
    assistant: assistantConfig(env, assistant),
    realtime: realtimeConfig(env),
    storage: {
      maxFileBytes: env.STORAGE_MAX_FILE_BYTES,
      uploadUrlSeconds: env.STORAGE_UPLOAD_URL_SECONDS,
      s3: s3Config(env),
    },
    rest: {
      schemas: env.API_SCHEMAS,
      planEnabled: env.REST_PLAN_ENABLED,
      rollbackEnabled: env.REST_ROLLBACK_ENABLED,
    },
    connections: connectionsConfig(env),
    housekeeping: housekeepingConfig(env),
    organiser: organiserConfig(env),
    limits: {
      bodyBytes: env.MAX_BODY_BYTES,
      urlBytes: env.MAX_URL_BYTES,
      maxRows: env.MAX_ROWS,
      statementTimeoutMs: env.STATEMENT_TIMEOUT_MS,
      joinPageWaitMs: env.JOIN_PAGE_WAIT_MS,
    },
  };
}

function s3Config(env: Environment): S3Config | null {
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
