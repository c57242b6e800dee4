import { clientNetwork } from '@dragoman/supabase-server/http/client-network';
import { clientAddress, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context, MiddlewareHandler } from 'hono';
import type { EventAdminDeps } from '../deps.ts';
import { actingAdmin } from './acting-admin.ts';

/** The network of the request's sender. */
export function networkOf(c: Context<ServerEnv>, config: EventAdminDeps['config']): string {
  return clientNetwork(clientAddress(c, config));
}

/**
 * Records what an administrator has done, with their name; a refused request has done nothing.
 * @param action a fixed word; a route that does one of several things sets its own, see
 * {@link actingAdmin}
 */
export function recordAction(
  { securityLog, config }: Pick<EventAdminDeps, 'securityLog' | 'config'>,
  action: string,
): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    await next();
    if (c.res.status >= 400) return;
    const admin = actingAdmin(c);
    securityLog.record({
      event: 'admin_action',
      actor: admin.name,
      network: networkOf(c, config),
      action: admin.action ?? action,
      target: admin.target,
    });
  };
}
