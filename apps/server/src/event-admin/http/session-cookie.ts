import { publicOrigin, type ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Config } from '../../config/config.ts';

const NAME = 'dragoman-organiser';
/** The API alone gets it: not the app's pages, and no other service. */
const PATH = '/organiser/v1';

/** Without an age: it ends with the browser, if the session has not ended before. */
export function setSessionCookie(
  c: Context<ServerEnv>,
  config: Pick<Config, 'publicUrl' | 'trustProxy'>,
  token: string,
): void {
  setCookie(c, NAME, token, {
    path: PATH,
    httpOnly: true,
    sameSite: 'Strict',
    secure: publicOrigin(c, config).startsWith('https:'),
  });
}

export function readSessionCookie(c: Context<ServerEnv>): string | undefined {
  return getCookie(c, NAME);
}

export function dropSessionCookie(c: Context<ServerEnv>): void {
  if (readSessionCookie(c) !== undefined) deleteCookie(c, NAME, { path: PATH });
}
