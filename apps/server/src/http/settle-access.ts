import type { MiddlewareHandler } from 'hono';
import type { AccessWatch } from '../keys/access-watch.ts';
import type { ServerEnv } from './request-info.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Holds the answer of a call that may end access until this process knows of it: who is told of a
 * sign-out finds the old token refused at once (docs/adr/0045).
 */
export function settleAccess(access: Pick<AccessWatch, 'settle'>): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next();
    if (!READS.has(c.req.method)) await access.settle();
  };
}
