import { useTranslation } from 'react-i18next';
import { usePasskeysOffered } from '@/entities/account/passkeys.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useUser } from '@/shared/auth/auth-context.ts';
import { AuthenticatorApps } from './authenticator-apps.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodesLine } from './recovery-codes-line.tsx';

/**
 * Sign-in methods beyond a password: passkeys, authenticator apps, recovery codes. Not for guests,
 * who cannot sign in again.
 */
export function SignInAndSecurity() {
  const { t } = useTranslation();
  const user = useUser();
  const { hosted } = useBackend().config;
  const offersPasskeys = usePasskeysOffered();
  if (!user || user.is_anonymous) return null;
  return (
    <section aria-labelledby="security" className="mt-8 grid max-w-2xl gap-6 border-t pt-6">
      <div>
        <h2 id="security" className="text-lg">
          {t('security.title')}
        </h2>
        <p className="mt-1 text-ink-soft text-sm">{t('security.text')}</p>
      </div>
      {offersPasskeys && <Passkeys userId={user.id} />}
      <AuthenticatorApps userId={user.id} />
      {hosted ? (
        <p className="text-ink-soft text-sm">{t('security.noCodesHere')}</p>
      ) : (
        <RecoveryCodesLine userId={user.id} />
      )}
    </section>
  );
}
