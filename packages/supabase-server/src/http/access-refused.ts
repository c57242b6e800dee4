import type { Context } from 'hono';
import type { TokenError } from '../keys/signing-keys.ts';
import type { ServerEnv } from './request-info.ts';

/**
 * The answer of a server function to a token that is good but whose access has ended (401), or does
 * not suffice (403), with the codes of the auth service.
 * @param refusal with the fault `ended` or `second_factor`
 */
export function accessRefused(c: Context<ServerEnv>, { fault, message }: TokenError): Response {
  return fault === 'second_factor'
    ? c.json({ code: 'insufficient_aal', error: message }, 403)
    : c.json({ code: 'session_not_found', error: message }, 401);
}
