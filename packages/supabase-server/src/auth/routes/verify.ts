import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText } from '../http/fields.ts';
import { readParams } from '../http/read-params.ts';
import { sendSignIn } from '../http/sign-in-response.ts';
import {
  isPhoneVerificationType,
  isVerificationType,
  PHONE_VERIFICATION_PURPOSES,
  type TokenPurpose,
  VERIFICATION_PURPOSES,
  type VerificationType,
} from '../rules/verification-types.ts';
import { readPhone, requirePhones } from '../services/auth-sms.ts';
import { readAddress } from '../services/request-link.ts';
import { verifyCode, verifyLink } from '../services/verify-token.ts';

const bodySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

type Params = z.output<typeof bodySchema>;

/** POST /verify: a code with its address, or a link's token alone. */
export function verifyRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    if (params.type === null) throw validationFailed('type: Verify requires a verification type');
    const caller = callerOf(c, deps);
    const verified =
      params.token_hash === null
        ? await verifyCode(deps, readCode(deps, params), caller)
        : await verifyLink(deps, { ...readHash(params), asCode: false }, caller);
    if (verified.kind === 'signed-in') return sendSignIn(c, deps, verified.signIn);
    if (verified.kind === 'halfway') return c.json({ msg: verified.message, code: '200' });
    throw new Error('a code was given to a caller that cannot be redirected');
  };
}

function readCode(
  deps: AuthDeps,
  { type, token, email, phone }: Params,
): { purposes: readonly TokenPurpose[]; address: string; code: string } {
  if (token === null) throw validationFailed('token: Verify requires a token or a token hash');
  if ((email === null) === (phone === null)) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  const code = token.trim();
  if (email !== null) {
    return { purposes: VERIFICATION_PURPOSES[readType(type)], address: readAddress(email), code };
  }
  requirePhones(deps);
  if (type === null || !isPhoneVerificationType(type)) {
    throw validationFailed('type: Invalid sms verification type');
  }
  return { purposes: PHONE_VERIFICATION_PURPOSES[type], address: readPhone(deps, phone), code };
}

function readHash({ type, token, token_hash, email, phone, redirect_to }: Params): {
  type: VerificationType;
  linkToken: string;
} {
  if (token !== null) throw validationFailed('Verify requires either a token or a token hash');
  if (email !== null || phone !== null || redirect_to !== null) {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  return { type: readType(type), linkToken: token_hash ?? '' };
}

/**
 * @throws {AuthError} 400 validation_failed also for the types of messages to phones, which hold no
 * link
 */
function readType(type: string | null): VerificationType {
  if (type === null || !isVerificationType(type)) {
    throw validationFailed('type: Invalid email verification type');
  }
  return type;
}
