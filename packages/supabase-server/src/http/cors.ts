import type { Context, MiddlewareHandler } from 'hono';
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
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-relay-error',
  'x-sb-error-code',
  'x-supabase-api-version',
  'x-total-count',
].join(',');

/**
 * Headers of every API response. It contains user input, so no browser may treat it as a page or a
 * script.
 */
export const CORS_HEADERS = { [ORIGIN]: '*', [EXPOSE]: EXPOSED, 'X-Content-Type-Options': 'nosniff' };

/**
 * Any origin may call: no cookie opens the APIs, only keys and tokens that a page must send itself.
 * Without the exposed headers the official client loses counts and error codes
 * (supabase-protocol 1.2).
 */
export function apiCors(): MiddlewareHandler<ServerEnv> {
  const preflight = answerPreflight();
  return async (c, next) => {
    if (isPreflight(c)) return preflight(c, next);
    // Announced before the answer is made: changing one afterwards makes Hono and its adapter build
    // it twice.
    announce(c);
    await next();
    // A handler that gave a Response of its own.
    if (!c.res.headers.has(ORIGIN)) announce(c);
  };
}

/**
 * The same for a service whose answers hold {@link CORS_HEADERS} themselves: in a plain record of
 * headers they cost next to nothing, while announcing them makes a Headers object of the record.
 */
export function apiCorsOfItsOwn(): MiddlewareHandler<ServerEnv> {
  const preflight = answerPreflight();
  return async (c, next) => {
    if (isPreflight(c)) return preflight(c, next);
    await next();
    // Then the answer is not the service's.
    if (c.error !== undefined) announce(c);
  };
}

function announce(c: Context<ServerEnv>): void {
  for (const [name, value] of Object.entries(CORS_HEADERS)) c.header(name, value);
}

/** Without that header it is no question of a browser but one about the resource. */
function isPreflight(c: Context<ServerEnv>): boolean {
  return c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
}

function answerPreflight(): MiddlewareHandler<ServerEnv> {
  return cors({
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
      'tus-resumable',
      'upload-length',
      'upload-metadata',
      'upload-offset',
      'x-client-info',
      'x-http-method-override',
      'x-metadata',
      'x-region',
      'x-request-id',
      'x-retry-count',
      'x-signature',
      'x-supabase-api-version',
      'x-upsert',
    ],
    maxAge: 86_400,
  });
}
