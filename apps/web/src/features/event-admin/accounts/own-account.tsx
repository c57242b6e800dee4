import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { sendAdminAction } from '../api/dashboard.ts';
import type { Admin } from './admins.ts';
import { AuthenticatorAppDialog } from './authenticator-app-dialog.tsx';
import { CredentialDialog } from './credential-form.tsx';
import { SHORTEST_PASSWORD } from './refusal.ts';

/** An administrator's sign-in methods: the password and, better, an authenticator app as well. */
export function OwnAccount({ admin: { hasCode } }: { admin: Admin }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const current = {
    name: 'current',
    label: t('organiser.admins.currentPassword'),
    autoComplete: 'current-password',
  } as const;
  return (
    <div className="mt-6 border-t pt-4">
      <h3 className="font-semibold">{t('organiser.admins.own')}</h3>
      <p className="mt-1 text-ink-soft text-sm">
        {t(hasCode ? 'organiser.admins.appOn' : 'organiser.admins.appOff')}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <CredentialDialog
          trigger={<Button variant="secondary">{t('organiser.admins.changePassword')}</Button>}
          title={t('organiser.admins.changePassword')}
          text={t('organiser.admins.changePasswordText')}
          inputs={[
            current,
            {
              name: 'password',
              label: t('organiser.admins.newPassword'),
              hint: t('organiser.admins.passwordHint', { count: SHORTEST_PASSWORD }),
              autoComplete: 'new-password',
            },
          ]}
          submit={t('organiser.save')}
          onSubmit={async (values) => {
            const body = { current: values.current, password: values.password };
            await sendAdminAction(queryClient, '/me/password', { method: 'PUT', body });
            toast.success(t('organiser.saved'));
          }}
        />
        {hasCode ? (
          <CredentialDialog
            trigger={<Button variant="secondary">{t('organiser.admins.removeApp')}</Button>}
            title={t('organiser.admins.removeApp')}
            text={t('organiser.admins.removeAppText')}
            inputs={[current]}
            submit={t('organiser.admins.removeApp')}
            danger
            onSubmit={async (values) => {
              const body = { current: values.current };
              await sendAdminAction(queryClient, '/me/app/removal', { method: 'POST', body }, ['admins']);
              toast.success(t('organiser.saved'));
            }}
          />
        ) : (
          <AuthenticatorAppDialog current={current} />
        )}
      </div>
    </div>
  );
}
