import type { MiddlewareHandler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';

/** Lets methods refuse a call that begins a sign-in or lets a message be sent. */
export function beforeSignIn({ methods }: AuthDeps): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    for (const method of methods) await method.beforeSignIn?.(c);
    return next();
  };
}
