import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatShortDate } from '@/shared/format/format-date.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { sendAdminAction } from '../api/dashboard.ts';
import { useAdminAction } from '../components/use-admin-action.ts';
import type { Admin } from './admins.ts';
import { CredentialDialog } from './credential-form.tsx';
import { SHORTEST_PASSWORD } from './refusal.ts';

/** One administrator, with what the others may do about them. */
export function AdminItem({ admin, isYou }: { admin: Admin; isYou: boolean }) {
  const { t, i18n } = useTranslation();
  const { id, name, hasCode, disabled, createdAt } = admin;
  return (
    <li className="rounded-control border bg-paper p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="wrap-anywhere min-w-0 font-semibold">
          <bdi>{name}</bdi>
        </h3>
        {isYou && <Badge tone="primary">{t('organiser.admins.you')}</Badge>}
        {disabled && <Badge tone="accent">{t('organiser.admins.disabled')}</Badge>}
        {hasCode && <Badge tone="success">{t('organiser.admins.hasApp')}</Badge>}
      </div>
      <p className="mt-1 text-ink-soft text-xs">
        {t('organiser.admins.since', { date: formatShortDate(createdAt, i18n.language) })}
      </p>
      {!isYou && <Actions id={id} name={name} disabled={disabled} />}
    </li>
  );
}

function Actions({ id, name, disabled }: Pick<Admin, 'id' | 'name' | 'disabled'>) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { run, busy } = useAdminAction(['admins']);

  async function turn() {
    const done = await run(`/admins/${id}`, { method: 'PUT', body: { disabled: !disabled } });
    if (done) toast.success(t('organiser.saved'));
  }

  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        busy={busy}
        aria-label={t(disabled ? 'organiser.admins.enableOf' : 'organiser.admins.disableOf', { name })}
        onClick={() => void turn()}
      >
        {t(disabled ? 'organiser.admins.enable' : 'organiser.admins.disable')}
      </Button>
      <CredentialDialog
        trigger={
          <Button variant="secondary" aria-label={t('organiser.admins.resetOf', { name })}>
            {t('organiser.admins.reset')}
          </Button>
        }
        title={t('organiser.admins.resetOf', { name })}
        text={t('organiser.admins.resetText')}
        inputs={[
          {
            name: 'password',
            label: t('organiser.admins.newPassword'),
            hint: t('organiser.admins.passwordHint', { count: SHORTEST_PASSWORD }),
            autoComplete: 'new-password',
          },
        ]}
        submit={t('organiser.admins.reset')}
        onSubmit={async ({ password }) => {
          await sendAdminAction(queryClient, `/admins/${id}/reset`, { method: 'POST', body: { password } }, [
            'admins',
          ]);
          toast.success(t('organiser.saved'));
        }}
      />
      <CredentialDialog
        trigger={
          <Button variant="secondary" aria-label={t('organiser.admins.removeOf', { name })}>
            {t('organiser.admins.remove')}
          </Button>
        }
        title={t('organiser.admins.removeOf', { name })}
        text={t('organiser.admins.removeText')}
        inputs={[]}
        submit={t('organiser.admins.remove')}
        danger
        onSubmit={async () => {
          await sendAdminAction(queryClient, `/admins/${id}`, { method: 'DELETE' }, ['admins']);
          toast.success(t('organiser.admins.removed'));
        }}
      />
    </div>
  );
}
