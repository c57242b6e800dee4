import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { sendAdminAction } from '../api/dashboard.ts';
import { Section } from '../components/section.tsx';
import { AdminItem } from './admin-item.tsx';
import { adminsQuery } from './admins.ts';
import { CredentialDialog } from './credential-form.tsx';
import { OwnAccount } from './own-account.tsx';
import { SHORTEST_PASSWORD } from './refusal.ts';

/** The administrators, and the sign-in methods of each (docs/adr/0033). */
export function AdminsSection() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery(adminsQuery(queryClient));
  return (
    <Section id="admins" title={t('organiser.admins.title')} text={t('organiser.admins.text')}>
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-24" />}
        isEmpty={() => false}
        empty={null}
      >
        {({ admins, you }) => {
          const self = admins.find(({ id }) => id === you);
          return (
            <>
              <ul className="grid gap-3">
                {admins.map((admin) => (
                  <AdminItem key={admin.id} admin={admin} isYou={admin.id === you} />
                ))}
              </ul>
              <div className="mt-4">
                <CredentialDialog
                  trigger={
                    <Button variant="secondary">
                      <UserPlus aria-hidden="true" className="size-4.5" />
                      {t('organiser.admins.add')}
                    </Button>
                  }
                  title={t('organiser.admins.add')}
                  text={t('organiser.admins.addText')}
                  inputs={[
                    { name: 'name', label: t('organiser.signIn.name'), autoComplete: 'off' },
                    {
                      name: 'password',
                      label: t('organiser.signIn.password'),
                      hint: t('organiser.admins.passwordHint', { count: SHORTEST_PASSWORD }),
                      autoComplete: 'new-password',
                    },
                  ]}
                  submit={t('organiser.admins.add')}
                  onSubmit={async ({ name, password }) => {
                    const body = { name, password };
                    await sendAdminAction(queryClient, '/admins', { method: 'POST', body }, ['admins']);
                    toast.success(t('organiser.admins.added'));
                  }}
                />
              </div>
              {self && <OwnAccount admin={self} />}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}
