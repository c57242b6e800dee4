import type { Handler } from 'hono';
import manifest from '../../../package.json' with { type: 'json' };
import type { ServerEnv } from '../../http/request-info.ts';

/** GET /health. The name is the protocol's, which clients look for; the version is ours. */
export function healthRoute(): Handler<ServerEnv> {
  return (c) =>
    c.json({
      version: `v${manifest.version}`,
      name: 'GoTrue',
      description: "Dragoman's sign-up and sign-in service, speaking the GoTrue protocol",
    });
}
