import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../../components/ui/alert.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { OrganiserApiError } from '../api/organiser-api.ts';
import { signIn } from '../api/session.ts';

/** Asks for the secret. @param props.expired a session was open until a moment ago */
export function SignInForm({ expired }: { expired: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (expired) form.current?.querySelector('input')?.focus();
  }, [expired]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError(secret.trim() === '' ? t('organiser.signIn.missing') : undefined);
    if (secret.trim() === '') return;
    setBusy(true);
    try {
      await signIn(queryClient, secret);
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  }

  function messageOf(failure: unknown): string {
    if (!(failure instanceof OrganiserApiError)) return t('organiser.signIn.failed');
    if (failure.code === 'wrong_secret') return t('organiser.signIn.wrong');
    if (failure.retryAfterSeconds !== null) {
      return t('organiser.signIn.wait', { count: Math.ceil(failure.retryAfterSeconds / 60) });
    }
    return t('organiser.signIn.failed');
  }

  return (
    <Card className="mx-auto max-w-md p-6 sm:p-8">
      <h1 className="text-xl">{t('organiser.title')}</h1>
      <p className="mt-2 text-pretty text-ink-soft">{t('organiser.signIn.text')}</p>
      {expired && (
        <Alert tone="danger" className="mt-4">
          {t('organiser.signIn.expired')}
        </Alert>
      )}
      <form ref={form} noValidate className="mt-5 grid gap-5" onSubmit={(event) => void submit(event)}>
        {/* Password managers tell entries of one site apart by their names. */}
        <input type="text" name="username" autoComplete="username" value="organiser" readOnly hidden />
        <PasswordField
          label={t('organiser.signIn.secret')}
          name="secret"
          autoComplete="current-password"
          error={error}
          value={secret}
          onChange={(event) => setSecret(event.target.value)}
        />
        <Button type="submit" size="lg" busy={busy}>
          {t('organiser.signIn.submit')}
        </Button>
      </form>
    </Card>
  );
}
