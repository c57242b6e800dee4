import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { EventAdminApiError } from '../api/event-admin-api.ts';
import { createFirstAdmin, signIn } from '../api/session.ts';
import { CredentialForm } from './credential-form.tsx';
import { SHORTEST_PASSWORD } from './refusal.ts';

/**
 * Asks for name and password, and for a code where the administrator has an app.
 * @param props.expired a session was open until a moment ago
 */
export function SignInForm({ expired }: { expired: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [proved, setProved] = useState<{ name: string; password: string } | null>(null);
  const card = useRef<HTMLDivElement>(null);
  const moved = expired || proved !== null;

  // The focus goes to the present field, unless the page has just opened.
  useEffect(() => {
    if (moved) card.current?.querySelector('input')?.focus();
  }, [moved]);

  async function begin({ name, password }: { name: string; password: string }) {
    try {
      await signIn(queryClient, { name, password });
    } catch (failure) {
      if (!(failure instanceof EventAdminApiError) || failure.code !== 'code_needed') throw failure;
      setProved({ name, password });
    }
  }

  return (
    <Card ref={card} className="mx-auto max-w-md p-6 max-xs:p-3 sm:p-8">
      <h1 className="text-xl">{t('organiser.title')}</h1>
      <p className="mt-2 mb-5 text-pretty text-ink-soft">
        {t(proved ? 'organiser.signIn.codeText' : 'organiser.signIn.text')}
      </p>
      {expired && !proved && (
        <Alert tone="danger" className="mb-5">
          {t('organiser.signIn.expired')}
        </Alert>
      )}
      {proved ? (
        <CredentialForm
          key="code"
          inputs={[{ name: 'code', label: t('organiser.signIn.code'), autoComplete: 'one-time-code' }]}
          submit={t('organiser.signIn.submit')}
          onSubmit={({ code }) => signIn(queryClient, { ...proved, code })}
        >
          <Button variant="link" size="inline" onClick={() => setProved(null)}>
            {t('organiser.signIn.back')}
          </Button>
        </CredentialForm>
      ) : (
        <CredentialForm
          key="password"
          inputs={[
            { name: 'name', label: t('organiser.signIn.name'), autoComplete: 'username' },
            { name: 'password', label: t('organiser.signIn.password'), autoComplete: 'current-password' },
          ]}
          submit={t('organiser.signIn.submit')}
          onSubmit={begin}
        />
      )}
    </Card>
  );
}

/** The form for the first administrator: it requires the start secret (docs/adr/0033). */
export function FirstAdminForm() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return (
    <Card className="mx-auto max-w-md p-6 max-xs:p-3 sm:p-8">
      <h1 className="text-xl">{t('organiser.first.title')}</h1>
      <p className="mt-2 mb-5 text-pretty text-ink-soft">{t('organiser.first.text')}</p>
      <CredentialForm
        inputs={[
          { name: 'secret', label: t('organiser.first.secret'), autoComplete: 'off' },
          {
            name: 'name',
            label: t('organiser.signIn.name'),
            hint: t('organiser.first.nameHint'),
            autoComplete: 'username',
          },
          {
            name: 'password',
            label: t('organiser.signIn.password'),
            hint: t('organiser.admins.passwordHint', { count: SHORTEST_PASSWORD }),
            autoComplete: 'new-password',
          },
        ]}
        submit={t('organiser.first.submit')}
        onSubmit={({ secret, name, password }) => createFirstAdmin(queryClient, { secret, name, password })}
      />
    </Card>
  );
}
