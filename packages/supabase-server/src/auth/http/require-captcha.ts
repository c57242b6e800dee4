import type { Context, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { clientAddress, type ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { CaptchaOutageError, verifyCaptcha } from '../services/captcha.ts';
import { readBody } from './read-params.ts';
import { isAdmin } from './require-admin.ts';

const bodySchema = z.object({ gotrue_meta_security: z.object({ captcha_token: z.string() }) });

/**
 * Requires the token of a solved captcha where one is configured; requests with the secret key need
 * none (supabase-protocol 2.4, `gotrue_meta_security`).
 */
export function requireCaptcha(deps: AuthDeps): MiddlewareHandler<ServerEnv> {
  const { config, log } = deps;
  const { captcha } = config.auth;
  if (captcha === null) return (_c, next) => next();
  return async (c, next) => {
    if (provesItself(c) || (await isAdmin(c, deps))) return next();
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
    return next();
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
