import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { serviceMetadata } from '../services/saml/service-provider.ts';

/**
 * GET /sso/saml/metadata: this server's metadata for an identity provider; `download=true` gives it
 * as a file.
 */
export function samlMetadataRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const xml = await serviceMetadata(deps);
    c.header('Content-Type', 'application/samlmetadata+xml; charset=utf-8');
    c.header('Cache-Control', 'public, max-age=600');
    if (c.req.query('download') === 'true') {
      c.header('Content-Disposition', 'attachment; filename="metadata.xml"');
    }
    return c.body(xml);
  };
}
