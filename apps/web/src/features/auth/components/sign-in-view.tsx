import { useTranslation } from 'react-i18next';
import { useSignIn } from '../api/credentials.ts';
import { authErrorText } from '../model/auth-error-text.ts';
import { CredentialsForm } from './credentials-form.tsx';
import type { ViewProps } from './login-page.tsx';

/** Signing in with an account that exists. */
export function SignInView({ email, onEmailChange }: ViewProps) {
  const { t } = useTranslation();
  const signIn = useSignIn();
  return (
    <CredentialsForm
      email={email}
      onEmailChange={onEmailChange}
      passwordLabel={t('auth.yourPassword')}
      passwordKind="current-password"
      submitLabel={t('auth.signIn')}
      busyLabel={t('auth.signingIn')}
      busy={signIn.isPending}
      error={signIn.error ? authErrorText(signIn.error, t('auth.unreachable')) : undefined}
      onSubmit={signIn.mutate}
    />
  );
}
