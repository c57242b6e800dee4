import path from 'node:path';
import { readAssistantEnvironment } from '@dragoman/functions/assistant/assistant-environment';
import { readVisionEnvironment } from '@dragoman/functions/documents/vision-environment';
import type { OpenAiTranscriptionOptions } from '@dragoman/functions/speech/openai-transcription';
import { readSpeechEnvironment } from '@dragoman/functions/speech/speech-environment';
import type { TranslationEngineConfig } from '@dragoman/functions/translate/engines/engines-from-config';
import { readTranslationEnvironment } from '@dragoman/functions/translate/engines/translation-environment';
import type { LogLevel } from '../util/logger.ts';
import type { AssistantConfig } from './assistant.ts';
import { type CaptchaConfig, captchaConfig, captchaProblems } from './captcha.ts';
import { type ConnectionsConfig, connectionsConfig } from './connections.ts';
import { type DocumentsConfig, documentsConfig } from './documents.ts';
import { type EngineLimitsConfig, engineLimitsConfig } from './engine-limits.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { type HousekeepingConfig, housekeepingConfig } from './housekeeping.ts';
import { type IdentityProviderConfig, readIdentityProviders } from './identity-providers.ts';
import { type LimitsConfig, limitsConfig } from './limits.ts';
import { type ModelsConfig, modelsConfig } from './models.ts';
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
import { type SecondFactorConfig, secondFactorConfig } from './second-factors.ts';
import { securityContact } from './security-contact.ts';
import { type StorageConfig, storageConfig, storageProblems } from './storage.ts';

/** How long a session lasts. GoTrue calls these `inactivity_timeout` and `timebox`. */
export interface SessionLife {
  /** Seconds since the session was last refreshed; 0: without end. */
  idleSeconds: number;
  /** Seconds since the sign-in; 0: without end. */
  maxSeconds: number;
}

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
    /** 32 bytes that encrypt the secrets in the database; null: the file `master.key` in `dataDir`. */
    masterKey: Buffer | null;
    jwtSecret: string | null;
    /** Private or public JWKs as JSON Web Key Set members; the first private one signs. */
    jwtKeys: Array<Record<string, unknown>> | null;
    publishableKey: string | null;
    secretKey: string | null;
  };
  auth: SecondFactorConfig & {
    /** Lifetime of an access token in seconds. */
    accessTokenSeconds: number;
    /** Seconds in which a refresh token that was just used is accepted again. */
    refreshReuseSeconds: number;
    minimumPasswordLength: number;
    signupEnabled: boolean;
    /** Whether an address counts only when its owner has opened a mail. */
    emailConfirmation: boolean;
    /** Where links may lead besides the product's own origin; globs with the separators . and / (supabase-protocol 2.7). */
    redirectAllowList: string[];
    /** Digits of a mailed code. */
    codeDigits: number;
    /** Seconds in which a mailed code or link works. */
    codeSeconds: number;
    /** Seconds after a sign-in in which the address or the password changes without another proof. */
    recentSignInSeconds: number;
    /** Whether a password changed in a session older than a day needs a mailed code. */
    passwordNeedsReauthentication: boolean;
    /** Whether one may be there without an address at all; whether guests may is the organiser's (docs/adr/0025, 0033). */
    anonymousUsersEnabled: boolean;
    /** Other services whose accounts people may sign in with. */
    identityProviders: readonly IdentityProviderConfig[];
    /** Whether users may join such accounts to their own, and part with them. */
    manualLinkingEnabled: boolean;
    /** The CAPTCHA service that checks sign-ups and sign-ins; null: no check. */
    captcha: CaptchaConfig | null;
    /** Single sign-on with SAML 2.0; null: off. */
    saml: SamlConfig | null;
    /** Whether users may add an authenticator app as second factor. */
    totpEnabled: boolean;
    /** Second factors that one user may have. */
    maximumFactors: number;
    sessionLife: SessionLife;
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
    /** What one device may use up of each of the limits per network address. */
    perDevice: number;
    /** This and the others per address: of the callers without a device cookie, and as often of the devices. */
    signUpsPerAddress: number;
    /** Failed ones, as are those per account. */
    signInsPerAddress: number;
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
  /** The transcription engine of voice messages; null: voice messages are off. */
  speech: OpenAiTranscriptionOptions | null;
  models: ModelsConfig;
  documents: DocumentsConfig;
  assistant: AssistantConfig;
  /** How often engines that cost money or processor time may be asked. */
  engineLimits: EngineLimitsConfig;
  realtime: RealtimeConfig;
  storage: StorageConfig;
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
  limits: LimitsConfig;
  /** A URI for reports of security flaws; null: none is published. */
  securityContact: string | null;
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
    ...storageProblems(given),
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
      sender: given.MAIL_FROM,
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
    sender,
  }: Pick<Config, 'translation' | 'speech'> & {
    identityProviders: readonly IdentityProviderConfig[];
    vision: DocumentsConfig['vision'];
    assistant: AssistantConfig['model'];
    /** MAIL_FROM, if it is set. */
    sender: string | undefined;
  },
  cwd: string,
): Config {
  const dataDir = path.resolve(cwd, env.DATA_DIR);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    dataDir,
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
      identityProviders,
      manualLinkingEnabled: env.MANUAL_LINKING_ENABLED,
      captcha: captchaConfig(env),
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
    translation,
    speech,
    models: modelsConfig(env, dataDir, cwd),
    documents: documentsConfig(env, vision),
    assistant: { model: assistant },
    engineLimits: engineLimitsConfig(env),
    realtime: realtimeConfig(env),
    storage: storageConfig(env),
    rest: {
      schemas: env.API_SCHEMAS,
      planEnabled: env.REST_PLAN_ENABLED,
      rollbackEnabled: env.REST_ROLLBACK_ENABLED,
    },
    connections: connectionsConfig(env),
    housekeeping: housekeepingConfig(env),
    organiser: organiserConfig(env),
    limits: limitsConfig(env),
    securityContact: securityContact(env.SECURITY_CONTACT, sender),
  };
}
