import type { Handler } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../../http/request-info.ts';
import type { AuthDeps } from '../../deps.ts';
import { AuthError, validationFailed } from '../../errors.ts';
import { optionalText } from '../../http/fields.ts';
import { readParams } from '../../http/read-params.ts';
import { requireFullUser } from '../../http/require-full-user.ts';
import { enrollPhone, enrollTotp } from '../../services/factors/enroll-factor.ts';

const MAX_NAME = 200;

const shortText = optionalText.refine(
  (value) => value === null || (value.length <= MAX_NAME && !/[\p{Cc}\p{Surrogate}]/u.test(value)),
  { error: `must have at most ${MAX_NAME} characters, none of them a control character` },
);
const bodySchema = z.object({
  factor_type: optionalText,
  friendly_name: shortText,
  issuer: shortText,
  phone: optionalText,
});

/** POST /factors */
export function enrollFactorRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const caller = await requireFullUser(c, deps);
    const params = await readParams(c, bodySchema, deps.config.limits.bodyBytes);
    const type = params.factor_type;
    if (type === 'webauthn') {
      throw new AuthError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
    }
    if (type === 'phone') {
      const factor = { friendlyName: params.friendly_name, phone: params.phone };
      const { id, friendlyName, phone } = await enrollPhone(deps, caller, factor);
      return c.json({ id, type, friendly_name: friendlyName, phone });
    }
    if (type !== 'totp') throw validationFailed('factor_type needs to be totp, phone or webauthn');
    const { id, friendlyName, qrCode, secret, uri } = await enrollTotp(deps, caller, {
      friendlyName: params.friendly_name,
      issuer: params.issuer,
    });
    return c.json({ id, type, friendly_name: friendlyName, totp: { qr_code: qrCode, secret, uri } });
  };
}
