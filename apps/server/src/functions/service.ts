import { enginesFromConfig } from '@dragoman/functions/translate/engines/engines-from-config';
import {
  type Caller,
  createTranslateHandler,
  type FunctionHandler,
} from '@dragoman/functions/translate/handler';
import { type Context, Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { ServerEnv } from '../http/request-info.ts';
import { MissingApiKeyError } from '../keys/api-keys.ts';
import { TokenError } from '../keys/key-ring.ts';
import { createTranslationCache } from './translation-cache.ts';

/** Hosts web-standard handlers under /functions/v1/{name} (wire facts, section E). The bearer is checked here, once for all. */
export function createFunctionsService(ctx: AppContext): { routes: Hono<ServerEnv> } {
  const handlers: Record<string, FunctionHandler> = {
    translate: createTranslateHandler({
      engines: enginesFromConfig(ctx.config.translation),
      cache: createTranslationCache(ctx.db),
      log: ctx.log,
    }),
  };
  const routes = new Hono<ServerEnv>();
  routes.all('/:name', async (c) => {
    const name = c.req.param('name');
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) return c.json({ error: `There is no function named ${name}` }, 404);
    return handler(c.req.raw, await callerOf(ctx, c));
  });
  return { routes };
}

/** @returns the signed-in user; null for an API key alone, and for a token that must not be believed */
async function callerOf(ctx: AppContext, c: Context<ServerEnv>): Promise<Caller> {
  try {
    const { claims, role } = await ctx.authenticator.authenticate(
      c.req.header('apikey'),
      c.req.header('authorization'),
    );
    if (role === 'service_role') return { userId: role };
    return role === 'authenticated' && claims.sub ? { userId: claims.sub } : null;
  } catch (error) {
    if (error instanceof TokenError || error instanceof MissingApiKeyError) return null;
    throw error;
  }
}
