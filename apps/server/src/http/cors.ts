import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { ServerEnv } from './request-info.ts';

const ORIGIN = 'Access-Control-Allow-Origin';
const EXPOSE = 'Access-Control-Expose-Headers';
const EXPOSED = [
  'accept-ranges',
  'content-disposition',
  'content-range',
  'content-location',
  'etag',
  'link',
  'location',
  'preference-applied',
  'proxy-status',
  'retry-after',
  'x-relay-error',
  'x-sb-error-code',
  'x-supabase-api-version',
  'x-total-count',
].join(',');

/**
 * Any origin may call: the APIs know no cookies, only keys and tokens that a page must send itself. Without the exposed headers
 * the official client loses counts and error codes (wire facts, section 0).
 */
export function apiCors(): MiddlewareHandler<ServerEnv> {
  const preflight = cors({
    origin: '*',
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowHeaders: [
      'accept',
      'accept-profile',
      'apikey',
      'authorization',
      'baggage',
      'cache-control',
      'content-profile',
      'content-type',
      'if-modified-since',
      'if-none-match',
      'if-range',
      'prefer',
      'range',
      'traceparent',
      'tracestate',
      'x-client-info',
      'x-metadata',
      'x-region',
      'x-retry-count',
      'x-supabase-api-version',
      'x-upsert',
    ],
    maxAge: 86_400,
  });
  return async (c, next) => {
    // Without that header it is no question of a browser but one about the resource.
    const isPreflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (isPreflight) return preflight(c, next);
    // Announced before the answer is made: changing one afterwards makes Hono and its adapter build it twice.
    c.header(ORIGIN, '*');
    c.header(EXPOSE, EXPOSED);
    await next();
    if (!c.res.headers.has(ORIGIN)) {
      // A handler that gave a Response of its own.
      c.header(ORIGIN, '*');
      c.header(EXPOSE, EXPOSED);
    }
  };
}
