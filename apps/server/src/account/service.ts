import { Hono } from 'hono';
import { accessRefused } from '../http/access-refused.ts';
import type { ServerEnv } from '../http/request-info.ts';
import { TokenError } from '../keys/key-ring.ts';
import { aboutDeletionRoute, deleteAccountRoute } from './deletion/delete-routes.ts';
import type { AccountDeps } from './deps.ts';
import { exportAccountRoute } from './export/export-route.ts';

/**
 * What people do with their account as a whole: take everything along, or delete it. Functions, to be mounted at /functions/v1; on a
 * Supabase, whose storage and users are its own, they do not exist.
 */
export function createAccountService(
  ctx: AccountDeps['ctx'],
  services: Omit<AccountDeps, 'ctx'>,
): { routes: Hono<ServerEnv> } {
  const routes = new Hono<ServerEnv>();
  if (services.storage.files === null) return { routes };
  const deps = { ctx, ...services };
  routes.onError((error, c) =>
    error instanceof TokenError ? accessRefused(c, error) : deps.gate.onError(error, c),
  );
  for (const path of ['/export-account', '/delete-account']) {
    routes.use(path, async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    });
  }
  routes.post('/export-account', exportAccountRoute(deps));
  routes.get('/delete-account', aboutDeletionRoute(deps));
  routes.post('/delete-account', deleteAccountRoute(deps));
  return { routes };
}
