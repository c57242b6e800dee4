import { Hono } from 'hono';
import type { ServerEnv } from '../http/request-info.ts';
import type { ServerContext } from '../server-context.ts';
import { createAccountAuth } from './account-auth.ts';
import { buildAuthDeps } from './deps.ts';
import { AuthError } from './errors.ts';
import { createErrorHandler } from './http/error-response.ts';
import { requireAdmin } from './http/require-admin.ts';
import { requireApiKey } from './http/require-api-key.ts';
import { requireCaptcha } from './http/require-captcha.ts';
import { createUserRoute } from './routes/admin/create-user.ts';
import { deleteFactorRoute } from './routes/admin/delete-factor.ts';
import { deletePasskeyOfUserRoute } from './routes/admin/delete-passkey.ts';
import { deleteUserRoute } from './routes/admin/delete-user.ts';
import { generateLinkRoute } from './routes/admin/generate-link.ts';
import { getUserByIdRoute } from './routes/admin/get-user.ts';
import { inviteRoute } from './routes/admin/invite.ts';
import { listFactorsRoute } from './routes/admin/list-factors.ts';
import { listPasskeysOfUserRoute } from './routes/admin/list-passkeys.ts';
import { listUsersRoute } from './routes/admin/list-users.ts';
import { createSsoProviderRoute } from './routes/admin/sso-providers/create-provider.ts';
import { deleteSsoProviderRoute } from './routes/admin/sso-providers/delete-provider.ts';
import { getSsoProviderRoute } from './routes/admin/sso-providers/get-provider.ts';
import { listSsoProvidersRoute } from './routes/admin/sso-providers/list-providers.ts';
import { updateSsoProviderRoute } from './routes/admin/sso-providers/update-provider.ts';
import { updateUserByIdRoute } from './routes/admin/update-user.ts';
import { authorizeRoute } from './routes/authorize.ts';
import { callbackRoute } from './routes/callback.ts';
import { challengeFactorRoute } from './routes/factors/challenge-factor.ts';
import { enrollFactorRoute } from './routes/factors/enroll-factor.ts';
import { unenrollFactorRoute } from './routes/factors/unenroll-factor.ts';
import { verifyFactorRoute } from './routes/factors/verify-factor.ts';
import { getUserRoute } from './routes/get-user.ts';
import { healthRoute } from './routes/health.ts';
import { jwksRoute } from './routes/jwks.ts';
import { linkIdentityRoute } from './routes/link-identity.ts';
import { logoutRoute } from './routes/logout.ts';
import { magicLinkRoute } from './routes/magic-link.ts';
import { openLinkRoute } from './routes/open-link.ts';
import { otpRoute } from './routes/otp.ts';
import { authenticationOptionsRoute } from './routes/passkeys/authentication-options.ts';
import { deletePasskeyRoute } from './routes/passkeys/delete-passkey.ts';
import { listPasskeysRoute } from './routes/passkeys/list-passkeys.ts';
import { registrationOptionsRoute } from './routes/passkeys/registration-options.ts';
import { renamePasskeyRoute } from './routes/passkeys/rename-passkey.ts';
import { verifyAuthenticationRoute } from './routes/passkeys/verify-authentication.ts';
import { verifyRegistrationRoute } from './routes/passkeys/verify-registration.ts';
import { reauthenticateRoute } from './routes/reauthenticate.ts';
import { recoverRoute } from './routes/recover.ts';
import { createRecoveryCodesRoute } from './routes/recovery-codes/create-codes.ts';
import { getRecoveryCodesRoute } from './routes/recovery-codes/get-codes.ts';
import { verifyRecoveryCodeRoute } from './routes/recovery-codes/verify-code.ts';
import { resendRoute } from './routes/resend.ts';
import { samlAcsRoute } from './routes/saml-acs.ts';
import { samlMetadataRoute } from './routes/saml-metadata.ts';
import { endSessionRoute, listSessionsRoute } from './routes/sessions.ts';
import { settingsRoute } from './routes/settings.ts';
import { signUpRoute } from './routes/sign-up.ts';
import { ssoRoute } from './routes/sso.ts';
import { tokenRoute } from './routes/token.ts';
import { unlinkIdentityRoute } from './routes/unlink-identity.ts';
import { updateUserRoute } from './routes/update-user.ts';
import { verifyRoute } from './routes/verify.ts';

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
 */
export function createAuthService(ctx: ServerContext): AuthService {
  const deps = buildAuthDeps(ctx);
  const routes = new Hono<ServerEnv>();
  routes.onError(createErrorHandler(deps.log));

  // Answers hold tokens and personal data.
  routes.use(async (c, next) => {
    c.header('Cache-Control', 'no-store');
    return next();
  });

  // Open to all callers.
  routes.get('/health', healthRoute(deps));
  routes.get('/.well-known/jwks.json', jwksRoute(deps));

  routes.get('/sso/saml/metadata', samlMetadataRoute(deps));
  // Brought by a browser from an identity provider.
  routes.post('/sso/saml/acs', samlAcsRoute(deps));

  // A browser on its way to another service and back.
  routes.get('/authorize', authorizeRoute(deps));
  routes.on(['GET', 'POST'], '/callback', callbackRoute(deps));

  // Opened from a mail, where no header can be set.
  routes.get('/verify', openLinkRoute(deps));

  // The following routes require an API key.
  routes.use(requireApiKey(deps));
  routes.get('/settings', settingsRoute(deps));
  const captcha = requireCaptcha(deps);
  routes.post('/signup', captcha, signUpRoute(deps));
  routes.post('/token', captcha, tokenRoute(deps));
  routes.post('/otp', captcha, otpRoute(deps));
  routes.post('/magiclink', captcha, magicLinkRoute(deps));
  routes.post('/recover', captcha, recoverRoute(deps));
  routes.post('/resend', captcha, resendRoute(deps));
  routes.post('/sso', captcha, ssoRoute(deps));
  routes.post('/verify', verifyRoute(deps));
  routes.post('/passkeys/authentication/options', captcha, authenticationOptionsRoute(deps));
  routes.post('/passkeys/authentication/verify', verifyAuthenticationRoute(deps));

  // The following routes require an API key and a user's token.
  routes.get('/user', getUserRoute(deps));
  routes.put('/user', updateUserRoute(deps));
  routes.get('/reauthenticate', reauthenticateRoute(deps));
  routes.get('/user/identities/authorize', linkIdentityRoute(deps));
  routes.delete('/user/identities/:id', unlinkIdentityRoute(deps));
  routes.post('/logout', logoutRoute(deps));
  routes.get('/sessions', listSessionsRoute(deps));
  routes.delete('/sessions/:id', endSessionRoute(deps));
  routes.post('/factors', enrollFactorRoute(deps));
  // Our own extension of the protocol (docs/adr/0050). Registered before the factors' paths, which
  // would match it.
  routes.get('/factors/recovery-codes', getRecoveryCodesRoute(deps));
  routes.post('/factors/recovery-codes', createRecoveryCodesRoute(deps));
  routes.post('/factors/recovery-codes/verify', verifyRecoveryCodeRoute(deps));
  routes.post('/factors/:id/challenge', challengeFactorRoute(deps));
  routes.post('/factors/:id/verify', verifyFactorRoute(deps));
  routes.delete('/factors/:id', unenrollFactorRoute(deps));
  routes.post('/passkeys/registration/options', registrationOptionsRoute(deps));
  routes.post('/passkeys/registration/verify', verifyRegistrationRoute(deps));
  routes.get('/passkeys', listPasskeysRoute(deps));
  routes.patch('/passkeys/:id', renamePasskeyRoute(deps));
  routes.delete('/passkeys/:id', deletePasskeyRoute(deps));

  // The following routes require the secret key.
  const admin = requireAdmin(deps);
  routes.post('/invite', admin, inviteRoute(deps));
  routes.use('/admin/*', admin);
  routes.post('/admin/generate_link', generateLinkRoute(deps));
  routes.get('/admin/users', listUsersRoute(deps));
  routes.post('/admin/users', createUserRoute(deps));
  routes.get('/admin/users/:id', getUserByIdRoute(deps));
  routes.put('/admin/users/:id', updateUserByIdRoute(deps));
  routes.delete('/admin/users/:id', deleteUserRoute(deps));
  routes.get('/admin/users/:id/factors', listFactorsRoute(deps));
  routes.delete('/admin/users/:id/factors/:factorId', deleteFactorRoute(deps));
  routes.get('/admin/users/:id/passkeys', listPasskeysOfUserRoute(deps));
  routes.delete('/admin/users/:id/passkeys/:passkeyId', deletePasskeyOfUserRoute(deps));
  routes.get('/admin/sso/providers', listSsoProvidersRoute(deps));
  routes.post('/admin/sso/providers', createSsoProviderRoute(deps));
  routes.get('/admin/sso/providers/:id', getSsoProviderRoute(deps));
  routes.put('/admin/sso/providers/:id', updateSsoProviderRoute(deps));
  routes.delete('/admin/sso/providers/:id', deleteSsoProviderRoute(deps));

  routes.all('*', (c) => {
    throw new AuthError(404, 'not_found', `There is no ${c.req.method} ${c.req.path}`);
  });
  async function close(): Promise<void> {
    await deps.background.close();
    await deps.passwords.close();
  }
  return { routes, accounts: createAccountAuth(deps), close };
}
