import { z } from 'zod';
import { boolean, httpUrl, limit, text, whole } from './variables.ts';

/** An account of Twilio's, and what its messages are sent from. */
export interface TwilioConfig {
  baseUrl: string;
  accountSid: string;
  /** The name and the secret of HTTP Basic: the account itself with its token, or an API key. */
  user: string;
  secret: string;
  /** E.164 number, short code or sender's name; null with a messaging service. */
  from: string | null;
  messagingServiceSid: string | null;
  /** E.164 number of the WhatsApp sender; null: `from`. */
  whatsAppFrom: string | null;
  /**
   * The approved template of a WhatsApp message, whose first variable is the code; null: the text
   * as it is.
   */
  whatsAppContentSid: string | null;
}

export interface SmsConfig {
  /** Null: messages go to a folder in the data directory. */
  twilio: TwilioConfig | null;
  /** The allowed prefixes, digits of country codes; empty: every number is allowed. */
  prefixes: readonly string[];
  /** Milliseconds after which a provider that has not answered counts as failed. */
  timeoutMs: number;
}

export interface PhoneConfig {
  /** Whether a phone number can be an account's address. */
  enabled: boolean;
  /** Whether a number counts only after its owner has entered a code. */
  confirmation: boolean;
  /** Whether users may add a phone as second factor. */
  factorEnabled: boolean;
  /** Digits of a code sent by SMS. */
  codeDigits: number;
  /** Seconds in which it works. */
  codeSeconds: number;
}

export interface SmsLimits {
  smsPerAddress: number;
  /** The limit per number and, for signed-in users, per account. */
  smsPerAccount: number;
  /** The limit of the whole installation. */
  smsPerHour: number;
  /** Seconds between two messages to one number. */
  smsDistanceSeconds: number;
}

const sid = (kind: string) =>
  z
    .string()
    .regex(new RegExp(`^${kind}[0-9a-f]{32}$`, 'i'), `must be ${kind} and 32 hexadecimal digits`)
    .nullable()
    .default(null);

const e164 = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'must be a number with its country code, such as +4930123456')
  .nullable()
  .default(null);

export const phoneVariables = {
  PHONE_SIGN_IN: boolean.optional(),
  AUTH_PHONE_CONFIRM: boolean.default(true),
  PHONE_FACTOR_ENABLED: boolean.optional(),
  SMS_PROVIDER: z.enum(['twilio', 'outbox'], { error: 'must be twilio or outbox' }).optional(),
  SMS_CODE_DIGITS: whole(6, 6, 10),
  SMS_CODE_SECONDS: whole(60, 30, 3600),
  SMS_TIMEOUT_MS: whole(10_000, 100, 60_000),
  SMS_ALLOWED_PREFIXES: z
    .string()
    .transform((value) => value.split(',').map((prefix) => prefix.trim().replace(/^\+/, '')))
    .refine((prefixes) => prefixes.every((prefix) => /^[1-9]\d{0,14}$/.test(prefix)), {
      message: 'must be country codes parted by commas, such as 49, 86, 971',
    })
    .default([]),
  TWILIO_ACCOUNT_SID: sid('AC'),
  TWILIO_AUTH_TOKEN: text,
  TWILIO_API_KEY_SID: sid('SK'),
  TWILIO_API_KEY_SECRET: text,
  TWILIO_FROM: z
    .string()
    .regex(
      /^(?:\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
      "must be a number with its country code, a short code, or a sender's name of at most 11 letters and digits",
    )
    .nullable()
    .default(null),
  TWILIO_MESSAGING_SERVICE_SID: sid('MG'),
  TWILIO_WHATSAPP_FROM: e164,
  TWILIO_WHATSAPP_CONTENT_SID: sid('HX'),
  TWILIO_BASE_URL: httpUrl,
  RATE_LIMIT_SMS_PER_ADDRESS: limit(60),
  RATE_LIMIT_SMS_PER_ACCOUNT: limit(6),
  RATE_LIMIT_SMS_PER_HOUR: limit(1000),
  RATE_LIMIT_SMS_DISTANCE_SECONDS: whole(60, 0, 3600),
};

type PhoneEnvironment = z.output<z.ZodObject<typeof phoneVariables>>;

const TWILIO_API = 'https://api.twilio.com';

/**
 * Lists missing or contradictory SMS settings.
 * @param given the variables as they are set
 */
export function smsProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const set = Object.keys(given).filter((name) => name.startsWith('TWILIO_') && name in phoneVariables);
  if (set.length === 0 && given.SMS_PROVIDER !== 'twilio') return problems;
  if (given.SMS_PROVIDER === 'outbox') {
    problems.push(`SMS_PROVIDER must be twilio, or left out, when ${set[0]} is set`);
  }
  if (!given.TWILIO_ACCOUNT_SID) problems.push('TWILIO_ACCOUNT_SID must be set for messages to be sent');
  const key = Boolean(given.TWILIO_API_KEY_SID);
  if (key !== Boolean(given.TWILIO_API_KEY_SECRET)) {
    problems.push('TWILIO_API_KEY_SID and TWILIO_API_KEY_SECRET must be set together');
  }
  if (key === Boolean(given.TWILIO_AUTH_TOKEN)) {
    problems.push('TWILIO_AUTH_TOKEN or TWILIO_API_KEY_SID must be set, one of the two');
  }
  if (Boolean(given.TWILIO_FROM) === Boolean(given.TWILIO_MESSAGING_SERVICE_SID)) {
    problems.push('TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID must be set, one of the two');
  }
  return problems;
}

export function smsConfig(env: PhoneEnvironment): SmsConfig {
  return {
    twilio: twilioConfig(env),
    prefixes: env.SMS_ALLOWED_PREFIXES,
    timeoutMs: env.SMS_TIMEOUT_MS,
  };
}

/**
 * Phones are on where messages can be sent, and in a trial on the operator's machine: without
 * PUBLIC_URL only the operator waits for a message, which then lies in a folder.
 */
export function phoneConfig(env: PhoneEnvironment & { PUBLIC_URL: string | null }): PhoneConfig {
  const reachable =
    env.SMS_PROVIDER !== undefined || env.TWILIO_ACCOUNT_SID !== null || env.PUBLIC_URL === null;
  return {
    enabled: env.PHONE_SIGN_IN ?? reachable,
    confirmation: env.AUTH_PHONE_CONFIRM,
    factorEnabled: env.PHONE_FACTOR_ENABLED ?? reachable,
    codeDigits: env.SMS_CODE_DIGITS,
    codeSeconds: env.SMS_CODE_SECONDS,
  };
}

export function smsLimits(env: PhoneEnvironment): SmsLimits {
  return {
    smsPerAddress: env.RATE_LIMIT_SMS_PER_ADDRESS,
    smsPerAccount: env.RATE_LIMIT_SMS_PER_ACCOUNT,
    smsPerHour: env.RATE_LIMIT_SMS_PER_HOUR,
    smsDistanceSeconds: env.RATE_LIMIT_SMS_DISTANCE_SECONDS,
  };
}

function twilioConfig(env: PhoneEnvironment): TwilioConfig | null {
  const user = env.TWILIO_API_KEY_SID ?? env.TWILIO_ACCOUNT_SID;
  const secret = env.TWILIO_API_KEY_SECRET ?? env.TWILIO_AUTH_TOKEN;
  if (env.TWILIO_ACCOUNT_SID === null || user === null || secret === null) return null;
  return {
    baseUrl: env.TWILIO_BASE_URL ?? TWILIO_API,
    accountSid: env.TWILIO_ACCOUNT_SID,
    user,
    secret,
    from: env.TWILIO_FROM,
    messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
    whatsAppFrom: env.TWILIO_WHATSAPP_FROM,
    whatsAppContentSid: env.TWILIO_WHATSAPP_CONTENT_SID,
  };
}
