import type { ServerContext } from '../server-context.ts';
import type { AuthMethod } from './method.ts';
import { createDecoyIds, type DecoyIds } from './rules/decoy-id.ts';
import { type CodeHasher, createCodeHasher } from './rules/one-time-code.ts';
import { type Background, createBackground } from './services/background.ts';
import { createPasswords, type Passwords } from './services/passwords.ts';
import { createRateLimits, type RateLimits } from './services/rate-limits.ts';

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
  /** The form in which the database keeps a mailed or texted code. */
  hashCode: CodeHasher;
  /** Ids for answers that must not tell whether there is an account. */
  decoyId: DecoyIds;
  /** Their parts of the common calls. */
  methods: readonly AuthMethod[];
}

/** Prepares a method for a server: what it needs is loaded only where the method is on. */
export type OpenAuthMethod = (deps: AuthDeps) => AuthMethod | Promise<AuthMethod>;

/** @throws {ConfigError} when a method cannot work as it is configured */
export async function buildAuthDeps(
  ctx: ServerContext,
  openMethods: readonly OpenAuthMethod[],
): Promise<AuthDeps> {
  const { config, log, db, masterKey } = ctx;
  const methods: AuthMethod[] = [];
  const deps: AuthDeps = {
    config,
    log,
    db,
    masterKey,
    signingKeys: ctx.signingKeys,
    apiKeys: ctx.apiKeys,
    authenticator: ctx.authenticator,
    mailer: ctx.mailer,
    sms: ctx.sms,
    hooks: ctx.hooks,
    securityLog: ctx.securityLog,
    devices: ctx.devices,
    passwords: createPasswords(ctx.passwordCost),
    limits: createRateLimits(db, config.rateLimits),
    background: createBackground(log),
    hashCode: createCodeHasher(masterKey.derive('one-time codes')),
    decoyId: createDecoyIds(masterKey.derive('made-up ids')),
    methods,
  };
  for (const open of openMethods) methods.push(await open(deps));
  return deps;
}
