import type { Hono } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { beforeSignIn } from '../http/before-sign-in.ts';
import { sendSignIn } from '../http/bodies.ts';
import { callerOf, linkRequest, redirectTarget } from '../http/caller.ts';
import { optionalText, pkceFields, readParams, userData } from '../http/params.ts';
import { redirect, refusalParameters, tokenParameters, withParameters } from '../http/redirect.ts';
import { findAddressMethod, requireAddressMethod } from '../method.ts';
import {
  isVerificationType,
  PKCE_PREFIX,
  type TokenPurpose,
  VERIFICATION_PURPOSES,
  type VerificationType,
} from '../rules/one-time-code.ts';
import { readAddress, requestRecovery, requestSignInLink, resend } from '../services/request-link.ts';
import { type Verified, verifyCode, verifyLink } from '../services/verify-token.ts';

const otpSchema = z.object({
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  create_user: z.boolean().nullish(),
  data: userData,
  ...pkceFields,
});

const magicLinkSchema = z.object({ email: optionalText, data: userData, ...pkceFields });

const recoverSchema = z.object({ email: optionalText, ...pkceFields });

const resendSchema = z.object({
  type: optionalText,
  email: optionalText,
  phone: optionalText,
  channel: optionalText,
  ...pkceFields,
});

const verifySchema = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
  redirect_to: optionalText,
});

type VerifyParams = z.output<typeof verifySchema>;

/** Links and codes: sending them, and what they are exchanged for. */
export function addMailLinkRoutes(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  const guard = beforeSignIn(deps);

  // {} for a mail, {message_id} for a message to a phone.
  routes.post('/otp', guard, async (c) => {
    const params = await readParams(c, otpSchema, deps.config.limits.bodyBytes);
    const { email, phone, data } = params;
    if (email !== null && phone !== null) {
      throw validationFailed('Only an email address or phone number should be provided');
    }
    const request = linkRequest(c, deps, params);
    const signIn = { createUser: params.create_user ?? true, data };
    if (phone !== null) {
      const code = { ...signIn, phone, channel: params.channel };
      const messageId = await requireAddressMethod(deps).requestCode(code, request.caller);
      return c.json({ message_id: messageId });
    }
    await requestSignInLink(deps, { ...signIn, email: readAddress(email) }, request);
    return c.json({});
  });

  // The older name of /otp for mails.
  routes.post('/magiclink', guard, async (c) => {
    const params = await readParams(c, magicLinkSchema, deps.config.limits.bodyBytes);
    const request = linkRequest(c, deps, params);
    const signIn = { email: readAddress(params.email), createUser: true, data: params.data };
    await requestSignInLink(deps, signIn, request);
    return c.json({});
  });

  routes.post('/recover', guard, async (c) => {
    const params = await readParams(c, recoverSchema, deps.config.limits.bodyBytes);
    const request = linkRequest(c, deps, params);
    await requestRecovery(deps, readAddress(params.email), request);
    return c.json({});
  });

  // {} for a mail, {message_id} for a message to a phone.
  routes.post('/resend', guard, async (c) => {
    const params = await readParams(c, resendSchema, deps.config.limits.bodyBytes);
    const { type } = params;
    if (params.email !== null && params.phone !== null) {
      throw validationFailed('Only an email address or phone number should be provided');
    }
    const method = findAddressMethod(deps);
    if (type !== null && method?.resends.includes(type)) {
      return c.json({ message_id: await method.resend({ ...params, type }, callerOf(c, deps)) });
    }
    if (type !== 'signup' && type !== 'email_change') {
      throw validationFailed('type: must be one of signup, email_change, sms, phone_change');
    }
    const request = linkRequest(c, deps, params);
    await resend(deps, { type, email: readAddress(params.email) }, request);
    return c.json({});
  });

  // A code with its address, or a link's token alone.
  routes.post('/verify', async (c) => {
    const params = await readParams(c, verifySchema, deps.config.limits.bodyBytes);
    if (params.type === null) throw validationFailed('type: Verify requires a verification type');
    const caller = callerOf(c, deps);
    const verified =
      params.token_hash === null
        ? await verifyCode(deps, readCode(deps, params), caller)
        : await verifyLink(deps, { ...readHash(params), asCode: false }, caller);
    if (verified.kind === 'signed-in') return sendSignIn(c, deps, verified.signIn);
    if (verified.kind === 'halfway') return c.json({ msg: verified.message, code: '200' });
    throw new Error('a code was given to a caller that cannot be redirected');
  });
}

function readCode(
  deps: AuthDeps,
  { type, token, email, phone }: VerifyParams,
): { purposes: readonly TokenPurpose[]; address: string; code: string } {
  if (token === null) throw validationFailed('token: Verify requires a token or a token hash');
  if ((email === null) === (phone === null)) {
    throw validationFailed('Only an email address or phone number should be provided on verify');
  }
  const code = token.trim();
  if (email !== null) {
    return { purposes: VERIFICATION_PURPOSES[readType(type)], address: readAddress(email), code };
  }
  return { ...requireAddressMethod(deps).readCode(type, phone), code };
}

function readHash({ type, token, token_hash, email, phone, redirect_to }: VerifyParams): {
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

/** A mailed link that a browser opens, where no header can be set; it always leads on to an allowed page. */
export function addOpenLinkRoute(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  routes.get('/verify', async (c) => {
    const linkToken = c.req.query('token') ?? c.req.query('token_hash') ?? '';
    const type = c.req.query('type') ?? '';
    if (linkToken === '') throw validationFailed('Verify requires a token or a token hash');
    if (type === '') throw validationFailed('Verify requires a verification type');
    // Mail scanners ask for the head of a link: it must not be used up by that.
    if (c.req.method === 'HEAD') return c.body(null, 200);
    const target = redirectTarget(c, deps);
    const pkce = linkToken.startsWith(PKCE_PREFIX);
    try {
      if (!isVerificationType(type)) throw validationFailed('Invalid email verification type');
      const verified = await verifyLink(deps, { type, linkToken, asCode: true }, callerOf(c, deps));
      return redirect(c, successUrl(target, type, verified, pkce));
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const refusal = refusalParameters(error);
      return redirect(c, withParameters(target, { query: pkce ? refusal : {}, fragment: refusal }));
    }
  });
}

function successUrl(target: string, type: VerificationType, verified: Verified, pkce: boolean): string {
  switch (verified.kind) {
    case 'code':
      return withParameters(target, { query: { code: verified.code }, fragment: null });
    case 'halfway': {
      const message = { message: verified.message };
      return withParameters(target, { query: pkce ? message : {}, fragment: message });
    }
    case 'signed-in':
      return withParameters(target, {
        query: {},
        fragment: { ...tokenParameters(verified.signIn.tokens, null), type },
      });
  }
}
