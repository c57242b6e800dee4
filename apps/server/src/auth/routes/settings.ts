import type { Handler } from 'hono';
import type { ServerEnv } from '../../http/request-info.ts';
import type { AuthDeps } from '../deps.ts';

/** GET /settings: what a sign-in page may offer. */
export function settingsRoute({ config }: AuthDeps): Handler<ServerEnv> {
  return (c) =>
    c.json({
      external: {
        anonymous_users: config.auth.anonymousUsersEnabled,
        apple: false,
        azure: false,
        email: true,
        github: false,
        google: false,
        phone: false,
      },
      disable_signup: !config.auth.signupEnabled,
      mailer_autoconfirm: !config.auth.emailConfirmation,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      passkeys_enabled: false,
    });
}
