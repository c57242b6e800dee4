import { cors } from 'hono/cors';

/**
 * Any origin may call: the APIs know no cookies, only keys and tokens that a page must send itself. Without the exposed headers
 * the official client loses counts and error codes (wire facts, section 0).
 */
export function apiCors() {
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
      'prefer',
      'range',
      'traceparent',
      'tracestate',
      'x-client-info',
      'x-region',
      'x-retry-count',
      'x-supabase-api-version',
      'x-upsert',
    ],
    exposeHeaders: [
      'content-range',
      'content-location',
      'link',
      'location',
      'preference-applied',
      'proxy-status',
      'retry-after',
      'x-relay-error',
      'x-sb-error-code',
      'x-supabase-api-version',
      'x-total-count',
    ],
    maxAge: 86_400,
  });
}
