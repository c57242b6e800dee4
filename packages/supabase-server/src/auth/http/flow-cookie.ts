import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { ServerEnv } from '../../http/request-info.ts';
import { FLOW_LIFE_SECONDS } from '../services/external/external-flow.ts';

/** Several tabs may sign in at once, so each flow has a cookie of its own. */
const nameOf = (state: string) => `external-flow-${state}`;
const PATH = '/auth/v1/callback';

/**
 * @param formPost whether the browser will come back by a POST of another site, to which only
 * SameSite=None cookies go
 */
export function setFlowCookie(
  c: Context<ServerEnv>,
  flow: { state: string; secret: string; origin: string; formPost: boolean },
): void {
  const secure = flow.origin.startsWith('https:');
  setCookie(c, nameOf(flow.state), flow.secret, {
    path: PATH,
    httpOnly: true,
    secure,
    sameSite: flow.formPost && secure ? 'None' : 'Lax',
    maxAge: FLOW_LIFE_SECONDS,
  });
}

export function readFlowCookie(c: Context<ServerEnv>, state: string): string | undefined {
  return getCookie(c, nameOf(state));
}

export function dropFlowCookie(c: Context<ServerEnv>, state: string): void {
  if (getCookie(c, nameOf(state)) !== undefined) deleteCookie(c, nameOf(state), { path: PATH });
}
