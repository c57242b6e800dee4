import { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { ServerEnv } from '../http/request-info.ts';

export function createFunctionsService(_ctx: AppContext) {
  return { routes: new Hono<ServerEnv>() };
}
