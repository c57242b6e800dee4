import type { ServerContext } from '../server-context.ts';
import { createIdentityProviders, type IdentityProviders } from './providers/providers.ts';
import { createMadeUpIds, type MadeUpIds } from './rules/made-up-id.ts';
import { type CodeHasher, createCodeHasher } from './rules/one-time-code.ts';
import { type Background, createBackground } from './services/background.ts';
import { createPasswords, type Passwords } from './services/passwords.ts';
import { createRateLimits, type RateLimits } from './services/rate-limits.ts';
import { createSamlKey, type SamlKey } from './services/saml/saml-key.ts';

/** What the routes and services of this folder work with. */
export interface AuthDeps
  extends Pick<
    ServerContext,
    | 'config'
    | 'log'
    | 'db'
    | 'masterKey'
    | 'ring'
    | 'apiKeys'
    | 'authenticator'
    | 'mailer'
    | 'sms'
    | 'hooks'
    | 'securityLog'
    | 'devices'
  > {
  passwords: Passwords;
  limits: RateLimits;
  background: Background;
  /** The form in which the database keeps a mailed or texted code. */
  hashCode: CodeHasher;
  /** Ids for answers that must not tell whether there is an account. */
  madeUpId: MadeUpIds;
  /** Other services whose accounts people may sign in with. */
  identityProviders: IdentityProviders;
  /** What signs requests to identity providers; made or read when it is first needed. */
  samlKey: () => Promise<SamlKey>;
}

export function buildAuthDeps(ctx: ServerContext): AuthDeps {
  const {
    config,
    log,
    db,
    masterKey,
    ring,
    apiKeys,
    authenticator,
    mailer,
    sms,
    hooks,
    securityLog,
    devices,
  } = ctx;
  return {
    config,
    log,
    db,
    masterKey,
    ring,
    apiKeys,
    authenticator,
    mailer,
    sms,
    hooks,
    securityLog,
    devices,
    passwords: createPasswords(),
    limits: createRateLimits(db, config.rateLimits),
    background: createBackground(log),
    hashCode: createCodeHasher(masterKey.derive('one-time codes')),
    madeUpId: createMadeUpIds(masterKey.derive('made-up ids')),
    identityProviders: createIdentityProviders(config.auth.identityProviders),
    samlKey: createSamlKey(db, masterKey, config.auth.saml?.privateKey ?? null),
  };
}
