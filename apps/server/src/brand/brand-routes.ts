import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import type { BrandStore } from './brand-store.ts';

/**
 * Serves the pictures that `brand.json` names, and nothing else of the data directory. An SVG
 * opened by itself is a document: the policy leaves it no script and no other address.
 */
export function createBrandRoutes(store: Pick<BrandStore, 'current'>): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.get('/:name', (c) => {
    const picture = store.current().pictures.get(c.req.param('name'));
    if (!picture) return c.text('Not found', 404);
    const isThisVersion = c.req.query('v') === picture.version;
    return c.body(picture.bytes, 200, {
      'Content-Type': picture.type,
      'Cache-Control': isThisVersion ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });
  return app;
}
