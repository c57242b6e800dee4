import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmailField } from '@/entities/account/email-field.tsx';
import { PasswordField } from '@/shared/ui/form/password-field.tsx';
import type { Credentials } from '../api/credentials.ts';
import { AuthForm } from './auth-form.tsx';

interface CredentialsFormProps {
  /** Kept by the page, so that the address survives a change of view. */
  email: string;
  onEmailChange: (email: string) => void;
  passwordLabel: string;
  /** The kind of password that a password manager should offer. */
  passwordKind: 'current-password' | 'new-password';
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** The service's answer, shown in a red box. */
  error: string | undefined;
  success?: ReactNode;
  notice: ReactNode;
  onSubmit: (credentials: Credentials) => void;
}

/** E-mail, password and one button: the shared form of signing in and signing up. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [incomplete, setIncomplete] = useState(false);

  function submit() {
    const email = props.email.trim();
    setIncomplete(!email || !password);
    if (email && password) props.onSubmit({ email, password });
  }

  return (
    <AuthForm
      submitLabel={props.submitLabel}
      busyLabel={props.busyLabel}
      busy={props.busy}
      error={incomplete ? t('auth.missingCredentials') : props.error}
      success={props.success}
      notice={props.notice}
      onSubmit={submit}
    >
      <EmailField email={props.email} onEmailChange={props.onEmailChange} />
      <PasswordField
        label={props.passwordLabel}
        name="password"
        autoComplete={props.passwordKind}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </AuthForm>
  );
}
