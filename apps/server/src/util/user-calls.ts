import { accessRefused } from '@dragoman/supabase-server/http/access-refused';
import { BadJsonError, BodyTooLargeError } from '@dragoman/supabase-server/http/body';
import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { MissingApiKeyError } from '@dragoman/supabase-server/keys/api-keys';
import { type Claims, TokenError } from '@dragoman/supabase-server/keys/signing-keys';
import type { Context } from 'hono';
import { ZodError } from 'zod';
import type { AppContext } from '../context.ts';
import { InnerHostError } from './public-hosts.ts';

// What the calls of signed-in users below /functions/v1 have in common.

/** A call that is refused, with its status. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 403 | 404 | 409 | 429;
  constructor(status: Refusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** A signed-in user. */
export type Caller = Claims & { sub: string; session_id: string };

/** @throws {Refusal} 401 @throws {TokenError} @throws {MissingApiKeyError} */
export async function callerOf(
  { authenticator }: Pick<AppContext, 'authenticator'>,
  c: Context<ServerEnv>,
): Promise<Caller> {
  const { role, claims } = await authenticator.authenticate(
    c.req.header('apikey'),
    c.req.header('authorization'),
    c.env.incoming,
  );
  const { sub, session_id } = claims;
  if (role !== 'authenticated' || !sub || !session_id) throw new Refusal(401, 'Sign in first');
  return { ...claims, sub, session_id };
}

/** The answer to a call that failed: `{ error }`. @throws what is no fault of the caller's */
export function refuseCall(error: Error, c: Context<ServerEnv>): Response {
  if (error instanceof Refusal) return c.json({ error: error.message }, error.status);
  if (error instanceof InnerHostError) return c.json({ error: error.message }, 400);
  if (error instanceof TokenError) {
    return error.fault === 'ended' || error.fault === 'second_factor'
      ? accessRefused(c, error)
      : c.json({ error: 'Sign in first' }, 401);
  }
  if (error instanceof MissingApiKeyError) return c.json({ error: error.message }, 401);
  if (error instanceof BodyTooLargeError) return c.json({ error: error.message }, 413);
  if (error instanceof ZodError) {
    return c.json({ error: `${error.issues[0]?.path.join('.') || 'body'}: is not valid` }, 400);
  }
  if (error instanceof BadJsonError) return c.json({ error: 'The body must be JSON' }, 400);
  throw error;
}
