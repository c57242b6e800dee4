import type { Context } from 'hono';
import { type DeviceParts, deviceOf } from '../../http/device-cookie.ts';
import { clientAddress, publicOrigin, type ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { chooseRedirect } from '../rules/redirect-target.ts';
import type { Caller, LinkRequest } from '../types.ts';
import { codeChallenge } from './params.ts';

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

/**
 * The redirect target that the caller asks for, if it is allowed: the header, the query or the page
 * that called (supabase-protocol 2.7).
 */
export function redirectTarget(c: Context<ServerEnv>, deps: Pick<AuthDeps, 'config'>): string {
  return allowedTarget(c, deps, [
    c.req.header('redirect_to'),
    c.req.query('redirect_to'),
    c.req.header('referer'),
  ]);
}

/** The first allowed target of these, else the product itself. */
export function allowedTarget(
  c: Context<ServerEnv>,
  { config }: Pick<AuthDeps, 'config'>,
  candidates: ReadonlyArray<string | undefined>,
): string {
  return chooseRedirect(candidates, {
    siteUrl: publicOrigin(c, config),
    allowList: config.auth.redirectAllowList,
  });
}

/**
 * Reads the data for a mailed link from a request.
 * @throws {AuthError} 400 validation_failed for half a challenge
 */
export function linkRequest(
  c: Context<ServerEnv>,
  deps: Pick<AuthDeps, 'config' | 'devices'>,
  params: { code_challenge: string | null; code_challenge_method: string | null } | null,
): LinkRequest {
  return {
    caller: callerOf(c, deps),
    redirectTo: redirectTarget(c, deps),
    challenge: params === null ? null : codeChallenge(params),
  };
}
