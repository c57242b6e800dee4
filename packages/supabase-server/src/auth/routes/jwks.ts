import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';

/** GET /.well-known/jwks.json: the public keys that verify our tokens. */
export function jwksRoute({ signingKeys }: AuthDeps): Handler<ServerEnv> {
  return (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(signingKeys.jwks());
  };
}
