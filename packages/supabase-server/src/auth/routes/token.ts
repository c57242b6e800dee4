import type { Hono } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { beforeSignIn } from '../http/before-sign-in.ts';
import { sendSignIn } from '../http/bodies.ts';
import { callerOf } from '../http/caller.ts';
import { optionalText, readParams } from '../http/params.ts';
import type { AuthMethod } from '../method.ts';
import { exchangeCode } from '../services/exchange-code.ts';
import { refreshSession } from '../services/refresh-session.ts';
import { signInWithPassword } from '../services/sign-in-with-password.ts';

const passwordSchema = z.object({ email: optionalText, phone: optionalText, password: optionalText });
const refreshSchema = z.object({ refresh_token: optionalText });
const pkceSchema = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** POST /token: hands over to the grant that the query names. */
export function addTokenRoute(routes: Hono<ServerEnv>, deps: AuthDeps): void {
  const { bodyBytes } = deps.config.limits;
  const grants: NonNullable<AuthMethod['grants']> = {
    ...Object.assign({}, ...deps.methods.map((method) => method.grants)),
    async password(c) {
      return signInWithPassword(deps, await readParams(c, passwordSchema, bodyBytes), callerOf(c, deps));
    },
    async refresh_token(c) {
      const { refresh_token } = await readParams(c, refreshSchema, bodyBytes);
      return refreshSession(deps, refresh_token, callerOf(c, deps));
    },
    async pkce(c) {
      const params = await readParams(c, pkceSchema, bodyBytes);
      const flow = { authCode: params.auth_code, verifier: params.code_verifier };
      return exchangeCode(deps, flow, callerOf(c, deps));
    },
  };
  routes.post('/token', beforeSignIn(deps), async (c) => {
    const type = c.req.query('grant_type') ?? '';
    if (type === 'web3') throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    return sendSignIn(c, deps, await grant(c));
  });
}
