import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { phoneDisabled, validationFailed } from '../errors.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText } from '../http/fields.ts';
import { readParams } from '../http/read-params.ts';
import { tokenBody } from '../http/token-body.ts';
import { isVerificationType, type VerificationType } from '../rules/verification-types.ts';
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
    const type = readType(params.type);
    const caller = callerOf(c, deps.config);
    const verified =
      params.token_hash === null
        ? await verifyCode(deps, { type, ...readCode(params) }, caller)
        : await verifyLink(deps, { type, linkToken: readHash(params), asCode: false }, caller);
    if (verified.kind === 'signed-in') return c.json(tokenBody(verified.signIn));
    if (verified.kind === 'halfway') return c.json({ msg: verified.message, code: '200' });
    throw new Error('a code was given to a caller that cannot be redirected');
  };
}

function readType(type: string | null): VerificationType {
  if (type === null) throw validationFailed('type: Verify requires a verification type');
  if (type === 'sms' || type === 'phone_change') throw phoneDisabled();
  if (!isVerificationType(type)) throw validationFailed('type: Invalid email verification type');
  return type;
}

function readCode({ token, email, phone }: Params): { email: string; code: string } {
  if (token === null) throw validationFailed('token: Verify requires a token or a token hash');
  if (email === null && phone !== null) throw phoneDisabled();
  if (email === null || phone !== null) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  return { email: readAddress(email), code: token.trim() };
}

function readHash({ token, token_hash, email, phone, redirect_to }: Params): string {
  if (token !== null) throw validationFailed('Verify requires either a token or a token hash');
  if (email !== null || phone !== null || redirect_to !== null) {
    throw validationFailed('Only the token_hash and type should be provided');
  }
  return token_hash ?? '';
}
