import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';

/**
 * GET /health. The name is the protocol's, which clients look for; the version is the
 * application's.
 */
export function healthRoute({ hooks }: AuthDeps): Handler<ServerEnv> {
  return (c) =>
    c.json({
      version: `v${hooks.version}`,
      name: 'GoTrue',
      description: 'A sign-up and sign-in service that speaks the GoTrue protocol',
    });
}
