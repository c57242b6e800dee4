import type { Context } from 'hono';
import { z } from 'zod';
import type { CaptchaConfig } from '../../../config/captcha.ts';
import { clientAddress, type ServerEnv } from '../../../http/request-info.ts';
import type { Logger } from '../../../util/logger.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError } from '../../errors.ts';
import { readBody } from '../../http/params.ts';
import { isAdmin } from '../../http/require-key.ts';
import type { AuthMethod } from '../../method.ts';

const bodySchema = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) });

/**
 * Requires the token of a solved captcha where one is configured; requests with the secret key need
 * none (supabase-protocol 2.4, `gotrue_meta_security`).
 */
export function openCaptcha(deps: AuthDeps): AuthMethod {
  const { config, log } = deps;
  const { captcha } = config.auth;
  if (captcha === null) return {};
  return {
    async beforeSignIn(c) {
      if (provesItself(c) || (await isAdmin(c, deps))) return;
      const body = bodySchema.safeParse(await readBody(c, config.limits.bodyBytes));
      const token = body.success ? body.data.gotrue_meta_security.captcha_token.trim() : '';
      if (token === '') throw disallowed('no captcha_token found');
      const result = await verifyCaptcha(captcha, log, token, clientAddress(c, config)).catch(
        (error: unknown) => {
          if (!(error instanceof CaptchaOutageError)) throw error;
          log.error({ provider: captcha.provider, reason: error.message }, 'a captcha could not be verified');
          throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed');
        },
      );
      if (!result.passed) throw disallowed(result.reasons.join(', ') || 'not solved');
    },
  };
}

/**
 * The other grants of /token bring something that cannot be guessed; no puzzle was shown for them.
 */
function provesItself(c: Context<ServerEnv>): boolean {
  return c.req.path.endsWith('/token') && c.req.query('grant_type') !== 'password';
}

function disallowed(reason: string): AuthError {
  return new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`);
}

/**
 * Whether the CAPTCHA was solved; `reasons` are the verifier's own names, such as
 * `invalid-input-response`.
 */
type CaptchaResult = { passed: true } | { passed: false; reasons: string[] };

/** The verifier cannot be asked, or cannot tell. */
class CaptchaOutageError extends Error {
  override readonly name = 'CaptchaOutageError';
}

/**
 * Puzzles are made by the visitor's browser, so that longer texts than the services give are no
 * tokens.
 */
const MAX_TOKEN_LENGTH = 8192;
/** Errors that only the operator can fix. */
const OPERATOR_FAULTS = new Set(['missing-input-secret', 'invalid-input-secret', 'sitekey-secret-mismatch']);

const answerSchema = z.object({
  success: z.boolean(),
  'error-codes': z.array(z.string()).nullish(),
});

/**
 * Verifies a token with hCaptcha or Turnstile; both speak the same protocol (siteverify).
 * @param token from the browser; it works once
 * @param ip the caller's address, which the verifier compares with the solver's
 * @throws {CaptchaOutageError} without a response in time: the check fails closed
 */
async function verifyCaptcha(
  config: CaptchaConfig,
  log: Logger,
  token: string,
  ip: string,
): Promise<CaptchaResult> {
  if (token.length > MAX_TOKEN_LENGTH) return { passed: false, reasons: ['invalid-input-response'] };
  const answer = await requestVerification(
    config,
    new URLSearchParams({ secret: config.secret, response: token, remoteip: ip }),
  );
  if (answer.success) return { passed: true };
  const reasons = (answer['error-codes'] ?? []).filter((reason) => /^[a-z][a-z-]{0,60}$/.test(reason));
  if (reasons.includes('internal-error'))
    throw new CaptchaOutageError('the verifier has a failure of its own');
  if (reasons.some((reason) => OPERATOR_FAULTS.has(reason))) {
    log.error({ provider: config.provider, reasons }, 'the captcha verifier does not take CAPTCHA_SECRET');
  }
  return { passed: false, reasons };
}

async function requestVerification(
  config: CaptchaConfig,
  form: URLSearchParams,
): Promise<z.output<typeof answerSchema>> {
  try {
    const response = await fetch(config.verifyUrl, {
      method: 'POST',
      body: form,
      redirect: 'error',
      signal: AbortSignal.timeout(config.timeoutMs),
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    return answerSchema.parse(await response.json());
  } catch (error) {
    const { name, message } = error as Error;
    throw new CaptchaOutageError(
      `the captcha verifier cannot be asked: ${name === 'ZodError' ? name : message}`,
    );
  }
}
