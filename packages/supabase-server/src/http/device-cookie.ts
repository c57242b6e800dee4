import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ServerConfig } from '../config/server-config.ts';
import type { Device, Devices } from '../security/devices.ts';
import { publicOrigin, type ServerEnv } from './request-info.ts';

const NAME = 'dragoman-device';
/** The longest that browsers keep a cookie. */
const LIFE_SECONDS = 400 * 86_400;

/** Dependencies of reading and writing device cookies. */
export interface DeviceParts {
  config: Pick<ServerConfig, 'publicUrl' | 'trustProxy'>;
  devices: Devices;
}

/** @returns the device that sent the request; null for a caller without a cookie of ours */
export function deviceOf(c: Context<ServerEnv>, devices: Devices): Device | null {
  return devices.read(getCookie(c, NAME));
}

/**
 * Gives a browser that opens a page its device cookie, so that it has one before its first sign-up.
 * It opens nothing: limits count by it (docs/adr/0049).
 * @param files paths of files that count as pages, such as one that a cached page asks for
 */
export function issueDevice(
  { config, devices }: DeviceParts,
  files: readonly string[] = [],
): MiddlewareHandler<ServerEnv> {
  const isPage = (c: Context<ServerEnv>) =>
    files.includes(c.req.path) || (c.res.headers.get('content-type') ?? '').startsWith('text/html');
  return async (c, next) => {
    await next();
    if (c.req.method === 'GET' && isPage(c) && !isForeign(c, config) && deviceOf(c, devices) === null) {
      set(c, config, devices.make());
    }
  };
}

/** Records on the caller's device that the owner of `subjects` has signed in there. */
export function rememberDevice(
  c: Context<ServerEnv>,
  { config, devices }: DeviceParts,
  subjects: readonly string[],
): void {
  set(c, config, devices.remember(getCookie(c, NAME), subjects));
}

/**
 * Checks whether a page of another site makes the request. Links from other sites, which a person
 * follows, have no Origin.
 */
function isForeign(c: Context<ServerEnv>, config: DeviceParts['config']): boolean {
  const origin = c.req.header('origin');
  return origin !== undefined && origin !== publicOrigin(c, config);
}

/** Lax: a link from a mail or a QR code must find the cookie, or the page would replace it. */
function set(c: Context<ServerEnv>, config: DeviceParts['config'], cookie: string): void {
  setCookie(c, NAME, cookie, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: publicOrigin(c, config).startsWith('https:'),
    maxAge: LIFE_SECONDS,
  });
}
