import { z } from 'zod';
import { httpUrl, text, whole } from './variables.ts';

export interface CaptchaConfig {
  provider: 'hcaptcha' | 'turnstile';
  secret: string;
  /** The address that verifies tokens (siteverify). */
  verifyUrl: string;
  /** The time limit for its response. */
  timeoutMs: number;
}

export const captchaVariables = {
  CAPTCHA_PROVIDER: z
    .enum(['hcaptcha', 'turnstile'], { error: 'must be hcaptcha or turnstile' })
    .nullable()
    .default(null),
  CAPTCHA_SECRET: text,
  CAPTCHA_VERIFY_URL: httpUrl,
  CAPTCHA_TIMEOUT_MS: whole(5000, 100, 30_000),
};

type CaptchaEnvironment = z.output<z.ZodObject<typeof captchaVariables>>;

const VERIFY_URLS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};

/**
 * Lists missing captcha settings.
 * @param given the variables as they are set
 */
export function captchaProblems(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  if (Boolean(given.CAPTCHA_PROVIDER) !== Boolean(given.CAPTCHA_SECRET)) {
    problems.push('CAPTCHA_PROVIDER and CAPTCHA_SECRET must be set together');
  }
  if (given.CAPTCHA_VERIFY_URL && !given.CAPTCHA_PROVIDER) {
    problems.push('CAPTCHA_PROVIDER must be set when CAPTCHA_VERIFY_URL is');
  }
  return problems;
}

export function captchaConfig(env: CaptchaEnvironment): CaptchaConfig | null {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SECRET: secret } = env;
  if (provider === null || secret === null) return null;
  return {
    provider,
    secret,
    verifyUrl: env.CAPTCHA_VERIFY_URL ?? VERIFY_URLS[provider],
    timeoutMs: env.CAPTCHA_TIMEOUT_MS,
  };
}
