import type { AppContext } from '../context.ts';
import { createPasswords, type Passwords } from './services/passwords.ts';

/** What the routes and services of this folder work with. */
export interface AuthDeps
  extends Pick<AppContext, 'config' | 'log' | 'db' | 'ring' | 'apiKeys' | 'authenticator'> {
  passwords: Passwords;
}

export function buildAuthDeps(ctx: AppContext): AuthDeps {
  const { config, log, db, ring, apiKeys, authenticator } = ctx;
  return { config, log, db, ring, apiKeys, authenticator, passwords: createPasswords() };
}
