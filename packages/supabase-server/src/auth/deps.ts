import type { ServerContext } from '../server-context.ts';
import { type CustomAccessToken, createCustomAccessToken } from './database-hooks/custom-access-token.ts';
import { createIdentityProviders, type IdentityProviders } from './providers/providers.ts';
import { createDecoyIds, type DecoyIds } from './rules/decoy-id.ts';
import { type CodeHasher, createCodeHasher } from './rules/one-time-code.ts';
import { type Background, createBackground } from './services/background.ts';
import { createPasswords, type Passwords } from './services/passwords/passwords.ts';
import { createRateLimits, type RateLimits } from './services/rate-limits.ts';
import { createSamlKey, type SamlKey } from './services/saml/saml-key.ts';

/** Dependencies of the routes and services in this folder. */
export interface AuthDeps
  extends Pick<
    ServerContext,
    | 'config'
    | 'log'
    | 'db'
    | 'masterKey'
    | 'signingKeys'
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
  /** Gives the claims of an access token to the operator's hook. */
  customAccessToken: CustomAccessToken;
  /** The form in which the database keeps a mailed or texted code. */
  hashCode: CodeHasher;
  /** Ids for answers that must not tell whether there is an account. */
  decoyId: DecoyIds;
  /** Other services whose accounts people may sign in with. */
  identityProviders: IdentityProviders;
  /** The key that signs requests to identity providers; made or read when it is first needed. */
  samlKey: () => Promise<SamlKey>;
}

export function buildAuthDeps(ctx: ServerContext): AuthDeps {
  const {
    config,
    log,
    db,
    masterKey,
    signingKeys,
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
    signingKeys,
    apiKeys,
    authenticator,
    mailer,
    sms,
    hooks,
    securityLog,
    devices,
    passwords: createPasswords(ctx.passwordCost),
    limits: createRateLimits(db, config.rateLimits),
    background: createBackground(log),
    customAccessToken: createCustomAccessToken(db, config.auth.hooks.customAccessToken, log),
    hashCode: createCodeHasher(masterKey.derive('one-time codes')),
    decoyId: createDecoyIds(masterKey.derive('made-up ids')),
    identityProviders: createIdentityProviders(config.auth.identityProviders),
    samlKey: createSamlKey(db, masterKey, config.auth.saml?.privateKey ?? null),
  };
}
