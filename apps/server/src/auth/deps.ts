import type { AppContext } from '../context.ts';
import { createIdentityProviders, type IdentityProviders } from './providers/providers.ts';
import { type Background, createBackground } from './services/background.ts';
import { createPasswords, type Passwords } from './services/passwords.ts';
import { createRateLimits, type RateLimits } from './services/rate-limits.ts';
import { createSamlKey, type SamlKey } from './services/saml/saml-key.ts';

/** What the routes and services of this folder work with. */
export interface AuthDeps
  extends Pick<
    AppContext,
    'config' | 'log' | 'db' | 'ring' | 'apiKeys' | 'authenticator' | 'mailer' | 'sms' | 'settings'
  > {
  passwords: Passwords;
  limits: RateLimits;
  background: Background;
  /** Other services whose accounts people may sign in with. */
  identityProviders: IdentityProviders;
  /** What signs requests to identity providers; made or read when it is first needed. */
  samlKey: () => Promise<SamlKey>;
  /** The product's name, for mails and authenticator apps. */
  brandName: () => string;
}

export function buildAuthDeps(ctx: AppContext): AuthDeps {
  const { config, log, db, ring, apiKeys, authenticator, mailer, sms, brand, settings } = ctx;
  return {
    config,
    log,
    db,
    ring,
    apiKeys,
    authenticator,
    mailer,
    sms,
    settings,
    passwords: createPasswords(),
    limits: createRateLimits(db, config.rateLimits),
    background: createBackground(log),
    identityProviders: createIdentityProviders(config.auth.identityProviders),
    samlKey: createSamlKey(db, config.auth.saml?.privateKey ?? null),
    brandName: () => brand.current().brand.name,
  };
}
