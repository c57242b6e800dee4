import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { AuthError } from '../errors.ts';
import { idTokenGrant } from './token-id-token.ts';
import { passwordGrant } from './token-password.ts';
import { pkceGrant } from './token-pkce.ts';
import { refreshTokenGrant } from './token-refresh.ts';

/** POST /token: hands over to the grant that the query names. */
export function tokenRoute(deps: AuthDeps): Handler<ServerEnv> {
  const grants = new Map([
    ['password', passwordGrant(deps)],
    ['refresh_token', refreshTokenGrant(deps)],
    ['pkce', pkceGrant(deps)],
    ['id_token', idTokenGrant(deps)],
  ]);
  return (c, next) => {
    const type = c.req.query('grant_type') ?? '';
    if (type === 'web3') throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    const grant = grants.get(type);
    if (!grant) throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
    return grant(c, next);
  };
}
