import { type Context, Hono } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';
import { SECOND_FACTOR_MISSING } from '../keys/access-watch.ts';
import { TokenError } from '../keys/signing-keys.ts';
import type { ServerContext } from '../server-context.ts';
import { listPasskeys } from './data/passkeys.ts';
import { listSessions } from './data/sessions.ts';
import { type AuthDeps, buildAuthDeps } from './deps.ts';
import { AuthError } from './errors.ts';
import { passkeyBody, userBody } from './http/bodies.ts';
import { callerOf } from './http/caller.ts';
import { createErrorHandler } from './http/error-response.ts';
import { requireApiKey } from './http/require-key.ts';
import { requireUser } from './http/require-user.ts';
import { AUTH_METHODS } from './registry.ts';
import { addAccountRoutes } from './routes/account.ts';
import { addAdminRoutes } from './routes/admin.ts';
import { addFactorRoutes } from './routes/factors.ts';
import { addMailLinkRoutes, addOpenLinkRoute } from './routes/mail-link.ts';
import { addPasskeyRoutes } from './routes/passkeys.ts';
import { addSessionRoutes } from './routes/sessions.ts';
import { addTokenRoute } from './routes/token.ts';
import { hasVerifiedFactor } from './rules/access.ts';
import { requiredCredential, verifyCredentials } from './services/reauthenticate.ts';
import type { SignedInUser } from './types.ts';

export interface AuthService {
  routes: Hono<ServerEnv>;
  /** Account checks for services that act on whole accounts. */
  accounts: ReturnType<typeof createAccountAuth>;
  /** Waits for mails that are on their way, then ends the hashing threads. */
  close(): Promise<void>;
}

/**
 * The auth service, GoTrue's protocol (supabase-protocol 2), to be mounted at /auth/v1. Endpoints
 * are grouped by their required authentication.
 * @throws {ConfigError} when a method cannot work as it is configured
 */
export async function createAuthService(ctx: ServerContext): Promise<AuthService> {
  const deps = await buildAuthDeps(ctx, AUTH_METHODS);
  const routes = new Hono<ServerEnv>();
  routes.onError(createErrorHandler(deps.log));

  // Answers hold tokens and personal data.
  routes.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });

  // Open to all callers. The name is the protocol's, which clients look for; the version is the
  // application's.
  routes.get('/health', (c) =>
    c.json({
      version: `v${deps.hooks.version}`,
      name: 'GoTrue',
      description: 'A sign-up and sign-in service that speaks the GoTrue protocol',
    }),
  );
  routes.get('/.well-known/jwks.json', (c) => {
    c.header('Cache-Control', 'public, max-age=600');
    return c.json(deps.signingKeys.jwks());
  });
  for (const method of deps.methods) method.addOpenRoutes?.(routes);
  addOpenLinkRoute(routes, deps);

  // The following routes require an API key, and most of them a user's token.
  routes.use(requireApiKey(deps));
  addAccountRoutes(routes, deps);
  addTokenRoute(routes, deps);
  addMailLinkRoutes(routes, deps);
  addSessionRoutes(routes, deps);
  addFactorRoutes(routes, deps);
  addPasskeyRoutes(routes, deps);
  for (const method of deps.methods) method.addRoutes?.(routes);

  // The following routes require the secret key.
  addAdminRoutes(routes, deps);
  for (const method of deps.methods) method.addAdminRoutes?.(routes);

  routes.all('*', (c) => {
    throw new AuthError(404, 'not_found', `There is no ${c.req.method} ${c.req.path}`);
  });
  async function close(): Promise<void> {
    await deps.background.close();
    await deps.passwords.close();
  }
  return { routes, accounts: createAccountAuth(deps), close };
}

/**
 * Checks of the caller for other services; `onError` turns errors into responses. A user with a
 * second factor is refused with a {@link TokenError} until the session has proved it.
 */
function createAccountAuth(deps: AuthDeps) {
  async function requireOwner(c: Context<ServerEnv>): Promise<SignedInUser> {
    const caller = await requireUser(c, deps);
    if (hasVerifiedFactor(caller.user.factors) && caller.claims.aal !== 'aal2') {
      throw new TokenError('second_factor', SECOND_FACTOR_MISSING);
    }
    return caller;
  }

  return {
    identify: async (c: Context<ServerEnv>) => describe(await requireOwner(c)),
    devices: (userId: string) => listSessions(deps.db, userId),
    requiredCredential: async (c: Context<ServerEnv>) => requiredCredential((await requireOwner(c)).user),
    passkeys: async (userId: string) => (await listPasskeys(deps.db, userId)).map(passkeyBody),
    async verifyCredentials(
      c: Context<ServerEnv>,
      proof: { password: string | null; address: string | null },
    ) {
      const caller = await requireOwner(c);
      await verifyCredentials(deps, caller, proof, callerOf(c, deps));
      return describe(caller);
    },
    onError: createErrorHandler(deps.log),
  };
}

function describe({ claims, user }: SignedInUser) {
  return {
    userId: user.id,
    claims: { ...claims },
    isAnonymous: user.is_anonymous,
    account: userBody(user),
  };
}
