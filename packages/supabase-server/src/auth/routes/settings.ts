import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';

/** GET /settings: the sign-in methods that a page may offer. */
export function settingsRoute({ config, hooks, sms, identityProviders }: AuthDeps): Handler<ServerEnv> {
  return (c) =>
    c.json({
      external: {
        anonymous_users: config.auth.anonymousUsersEnabled && hooks.anonymousUsersEnabled(),
        email: true,
        phone: config.auth.phone.enabled,
        ...identityProviders.offered,
      },
      disable_signup: !config.auth.signupEnabled,
      mailer_autoconfirm: !config.auth.emailConfirmation,
      phone_autoconfirm: !config.auth.phone.confirmation,
      sms_provider: sms.provider,
      saml_enabled: config.auth.saml !== null,
      passkeys_enabled: config.auth.passkeys.enabled,
    });
}
