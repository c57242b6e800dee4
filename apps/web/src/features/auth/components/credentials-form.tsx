import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../components/ui/alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { TextField } from '../../../components/ui/field.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import type { Credentials } from '../api/credentials.ts';

interface CredentialsFormProps {
  /** Kept by the page, so that the address survives a change of view. */
  email: string;
  onEmailChange: (email: string) => void;
  passwordLabel: string;
  /** What a password manager should offer. */
  passwordKind: 'current-password' | 'new-password';
  submitLabel: string;
  busyLabel: string;
  busy: boolean;
  /** The service's answer, shown in a red box. */
  error: string | undefined;
  onSubmit: (credentials: Credentials) => void;
  children?: ReactNode;
}

/** E-mail, password and one button: what signing in and signing up have in common. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const error = incomplete ? t('auth.missingCredentials') : props.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    const email = props.email.trim();
    setIncomplete(!email || !password);
    if (email && password) props.onSubmit({ email, password });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      {error && <Alert tone="danger">{error}</Alert>}
      {props.children}
      <TextField
        label={t('auth.email')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="rtl:text-end"
        value={props.email}
        onChange={(event) => props.onEmailChange(event.target.value)}
      />
      <PasswordField
        label={props.passwordLabel}
        name="password"
        autoComplete={props.passwordKind}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="lg" busy={props.busy}>
        {props.busy ? props.busyLabel : props.submitLabel}
      </Button>
    </form>
  );
}
