import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { useSignUp } from '../api/credentials.ts';
import { confirmationUrl } from '../model/login-view.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { MailSent } from './mail-sent.tsx';
import type { ViewProps } from './view-props.ts';

/** Creates an account; shows a notice when the address must be confirmed first. */
export function SignUpView({ email, onEmailChange, redirect, notice, onChangeView }: ViewProps) {
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
      error={signUp.error ? authErrorText(t, signUp.error) : undefined}
      success={
        signUp.data?.confirmationSent && (
          <MailSent text={t('auth.checkEmail')} onEnterCode={() => onChangeView('verify-code', 'signup')} />
        )
      }
      notice={notice}
      onSubmit={signUp.mutate}
    />
  );
}
