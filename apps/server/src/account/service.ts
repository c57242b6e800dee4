import { accessRefused } from '@dragoman/supabase-server/http/access-refused';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import { Hono } from 'hono';
import { deleteAccountRoute } from './deletion/delete-route.ts';
import type { AccountDeps } from './deps.ts';
import { exportAccountRoute } from './export-route.ts';

/**
 * The functions that export or delete a whole account, to be mounted at /functions/v1. A hosted
 * Supabase runs the same code of `packages/functions` as edge functions, over its own services.
 */
export function createAccountService(
  ctx: AccountDeps['ctx'],
  services: Omit<AccountDeps, 'ctx'>,
): { routes: Hono<ServerEnv> } {
  const routes = new Hono<ServerEnv>();
  const { files } = services.storage;
  if (files === null) return { routes };
  const deps = { ctx, ...services };
  routes.onError((error, c) =>
    error instanceof TokenError ? accessRefused(c, error) : deps.auth.onError(error, c),
  );
  for (const path of ['/export-account', '/delete-account']) {
    routes.use(path, async (c, next) => {
      await next();
      c.header('Cache-Control', 'no-store');
    });
  }
  routes.post('/export-account', exportAccountRoute(deps, files));
  routes.on(['GET', 'POST'], '/delete-account', deleteAccountRoute(deps));
  return { routes };
}
