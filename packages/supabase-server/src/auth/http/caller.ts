import type { Context } from 'hono';
import { type DeviceParts, deviceOf } from '../../http/device-cookie.ts';
import { clientAddress, publicOrigin, type ServerEnv } from '../../http/request-info.ts';
import type { Caller } from '../caller.ts';

const MAX_USER_AGENT = 512;
const MAX_ADDRESS = 64;

/** Reads the caller off a request. */
export function callerOf(c: Context<ServerEnv>, { config, devices }: DeviceParts): Caller {
  return {
    issuer: `${publicOrigin(c, config)}/auth/v1`,
    userAgent: c.req.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
    ip: clientAddress(c, config).slice(0, MAX_ADDRESS),
    device: deviceOf(c, devices),
  };
}
