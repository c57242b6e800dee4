import { isAuthApiError } from '@supabase/auth-js';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { usePasskeysOffered } from '@/entities/account/passkeys.ts';
import { Button } from '@/shared/ui/button.tsx';
import { useSignIn } from '../api/credentials.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import type { ViewProps } from './view-props.ts';

/**
 * Signing in with an account that exists; offers the mailed code to an account that is not
 * confirmed yet.
 */
export function SignInView({ email, onEmailChange, notice, onChangeView }: ViewProps) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  const offersPasskeys = usePasskeysOffered();
  const unconfirmed = isAuthApiError(signIn.error) && signIn.error.code === 'email_not_confirmed';
  return (
    <>
      <CredentialsForm
        email={email}
        onEmailChange={onEmailChange}
        passwordLabel={t('auth.yourPassword')}
        passwordKind="current-password"
        submitLabel={t('auth.signIn')}
        busyLabel={t('auth.signingIn')}
        busy={signIn.isPending}
        error={signIn.error ? authErrorText(t, signIn.error) : undefined}
        notice={notice}
        onSubmit={signIn.mutate}
      />
      {offersPasskeys && <PasskeyButton label={t('passkey.signIn')} />}
      {unconfirmed && (
        <p className="mt-4 text-center">
          <Button variant="link" size="inline" onClick={() => onChangeView('verify-code', 'signup')}>
            {t('auth.enterCode')}
          </Button>
        </p>
      )}
    </>
  );
}
