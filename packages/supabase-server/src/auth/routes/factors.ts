import type { Hono } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import { describeRecoveryCodes } from '../data/factors.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError, validationFailed } from '../errors.ts';
import { recoveryCodesBody, sendSignIn, tokenBody } from '../http/bodies.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText, readOptionalParams, readParams } from '../http/params.ts';
import { requireFullUser } from '../http/require-user.ts';
import { challengeFactor, enrollTotp, unenrollFactor, verifyFactor } from '../services/factors.ts';
import { createRecoveryCodes, useRecoveryCode } from '../services/recovery-codes.ts';

const MAX_NAME = 200;

const shortText = optionalText.refine(
  (value) => value === null || (value.length <= MAX_NAME && !/[\p{Cc}\p{Surrogate}]/u.test(value)),
  { error: `must have at most ${MAX_NAME} characters, none of them a control character` },
);
const enrolSchema = z.object({
  factor_type: optionalText,
  friendly_name: shortText,
  issuer: shortText,
  phone: optionalText,
});

const recoveryCodeSchema = z.object({ code: optionalText });

const challengeSchema = z.object({ channel: optionalText });

const codeSchema = z.object({ challenge_id: optionalText, code: optionalText });

/** Second factors, and the recovery codes that replace them. */
export function addFactorRoutes(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  routes.post('/factors', async (c) => {
    const caller = await requireFullUser(c, deps);
    const params = await readParams(c, enrolSchema, deps.config.limits.bodyBytes);
    const type = params.factor_type;
    if (type === 'webauthn') {
      throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    }
    const method = deps.methods.find(({ factor }) => factor?.type === type)?.factor;
    if (method) {
      const factor = { friendlyName: params.friendly_name, phone: params.phone };
      const { id, ...others } = await method.enroll(caller, factor);
      return c.json({ id, type, ...others });
    }
    if (type !== 'totp') throw validationFailed('factor_type needs to be totp, phone or webauthn');
    const { id, friendlyName, qrCode, secret, uri } = await enrollTotp(deps, caller, {
      friendlyName: params.friendly_name,
      issuer: params.issuer,
    });
    return c.json({ id, type, friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } });
  });

  // Recovery codes are our own extension of the protocol (docs/adr/0050). Registered before the
  // factors' paths, which would match them. This tells how many are left.
  routes.get('/factors/recovery-codes', async (c) => {
    const { user } = await requireFullUser(c, deps);
    return c.json(recoveryCodesBody(await describeRecoveryCodes(deps.db, user.id)));
  });

  // New ones in place of the old, told this once.
  routes.post('/factors/recovery-codes', async (c) => {
    const user = await requireFullUser(c, deps);
    const { codes, ...set } = await createRecoveryCodes(deps, user);
    return c.json({ codes, ...recoveryCodesBody(set) });
  });

  // A code in place of the second factor.
  routes.post('/factors/recovery-codes/verify', async (c) => {
    const user = await requireFullUser(c, deps);
    const { code } = await readParams(c, recoveryCodeSchema, deps.config.limits.bodyBytes);
    return c.json(tokenBody(await useRecoveryCode(deps, user, code, callerOf(c, deps))));
  });

  routes.post('/factors/:id/challenge', async (c) => {
    const user = await requireFullUser(c, deps);
    const { channel } = await readOptionalParams(c, challengeSchema, deps.config.limits.bodyBytes);
    const factor = { factorId: c.req.param('id'), channel };
    const { id, type, expiresAt } = await challengeFactor(deps, user, factor, callerOf(c, deps));
    return c.json({ id, type, expires_at: expiresAt });
  });

  routes.post('/factors/:id/verify', async (c) => {
    const user = await requireFullUser(c, deps);
    const { challenge_id, code } = await readParams(c, codeSchema, deps.config.limits.bodyBytes);
    const proof = { factorId: c.req.param('id'), challengeId: challenge_id, code };
    const signIn = await verifyFactor(deps, user, proof, callerOf(c, deps));
    return sendSignIn(c, deps, signIn, { factor: true });
  });

  routes.delete('/factors/:id', async (c) => {
    const user = await requireFullUser(c, deps);
    return c.json({ id: await unenrollFactor(deps, user, c.req.param('id')) });
  });
}
