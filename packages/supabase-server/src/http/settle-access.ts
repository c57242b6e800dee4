import type { MiddlewareHandler } from 'hono';
import type { AccessWatch } from '../keys/access-watch.ts';
import type { ServerEnv } from './request-info.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Delays the response of a call that may end access until this process knows of the end: after a
 * sign-out the old token is refused at once (docs/adr/0003).
 */
export function settleAccess(access: Pick<AccessWatch, 'settle'>): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next();
    if (!READS.has(c.req.method)) await access.settle();
  };
}
