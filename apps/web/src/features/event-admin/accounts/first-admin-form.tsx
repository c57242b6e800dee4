import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '@/shared/ui/card.tsx';
import { createFirstAdmin } from '../api/session.ts';
import { SHORTEST_PASSWORD } from '../model/refusal.ts';
import { CredentialForm } from './credential-form.tsx';

/** The form for the first administrator: it requires the start secret (docs/adr/0051). */
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
