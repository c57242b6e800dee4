import { useTranslation } from 'react-i18next';
import { Alert } from '../../../components/ui/alert.tsx';
import { useSignUp } from '../api/credentials.ts';
import { authErrorText } from '../model/auth-error-text.ts';
import { confirmationUrl } from '../model/login-view.ts';
import { CredentialsForm } from './credentials-form.tsx';
import type { ViewProps } from './login-page.tsx';

/** Creating an account; says so when the address must be confirmed before there is a session. */
export function SignUpView({ email, onEmailChange, redirect }: ViewProps) {
  const { t } = useTranslation();
  const signUp = useSignUp(confirmationUrl(window.location.origin, redirect));
  return (
    <CredentialsForm
      email={email}
      onEmailChange={onEmailChange}
      passwordLabel={t('auth.createPassword')}
      passwordKind="new-password"
      submitLabel={t('auth.signUp')}
      busyLabel={t('auth.signingUp')}
      busy={signUp.isPending}
      error={signUp.error ? authErrorText(signUp.error, t('auth.unreachable')) : undefined}
      onSubmit={signUp.mutate}
    >
      {signUp.data?.confirmationSent && <Alert tone="success">{t('auth.checkEmail')}</Alert>}
    </CredentialsForm>
  );
}
