import type { Context } from 'hono';
import { rememberDevice } from '../../http/device-cookie.ts';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';
import { factorSubject } from '../rules/factor-subject.ts';
import type { SignIn } from '../services/sign-in.ts';
import { tokenBody } from './token-body.ts';

/**
 * Answers a sign-in with its tokens. The device knows the account from now on, so that others'
 * wrong passwords are not counted against it.
 * @param options.factor whether a second factor was proved just now, which the device notes apart
 */
export function sendSignIn(
  c: Context<ServerEnv>,
  deps: AuthDeps,
  signIn: SignIn,
  { factor }: { factor: boolean } = { factor: false },
): Response {
  const { id, email, phone } = signIn.user;
  const subjects = [email, phone, factor ? factorSubject(id) : null].filter((subject) => subject !== null);
  // An anonymous user has no address or password to guess.
  if (subjects.length > 0) rememberDevice(c, deps, subjects);
  return c.json(tokenBody(signIn));
}
