import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime } from '@/shared/format/format-date.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import { type ListedInvitation, useInvitations, useRevoke } from '../api/team.ts';
import { type InvitationState, invitationState } from '../model/invitations.ts';
import { useFaultText } from './use-fault-text.ts';

/** The owner's invitations: the open ones to revoke, the others as a small list. */
export function InvitationList({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const now = useNow();
  const { data = [] } = useInvitations(profileId, true);
  const states = data.map((invitation) => ({ invitation, state: invitationState(invitation, now) }));
  const open = states.filter(({ state }) => state === 'open');
  const ended = states.filter(({ state }) => state !== 'open');
  if (states.length === 0) return null;
  return (
    <section aria-labelledby="team-invitations" className="mt-8">
      <h2 id="team-invitations" className="mb-3 text-lg">
        {t('team.invitations')}
      </h2>
      {open.length === 0 ? (
        <p className="text-ink-soft text-sm">{t('team.noneOpen')}</p>
      ) : (
        <Card>
          <ul className="divide-y">
            {open.map(({ invitation }) => (
              <OpenInvitation key={invitation.id} invitation={invitation} profileId={profileId} />
            ))}
          </ul>
        </Card>
      )}
      {ended.length > 0 && (
        <details className="mt-2">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-primary text-sm">
            {t('team.ended', { count: ended.length })}
          </summary>
          <ul className="grid gap-1.5 text-ink-soft text-sm">
            {ended.map(({ invitation, state }) => (
              <EndedInvitation key={invitation.id} invitation={invitation} state={state} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

function OpenInvitation({ invitation, profileId }: { invitation: ListedInvitation; profileId: string }) {
  const { t, i18n } = useTranslation();
  const revoke = useRevoke(profileId);
  const faultText = useFaultText();
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <p className="font-semibold">
          {t('team.made', { date: formatDateTime(invitation.created_at, i18n.language) })}
        </p>
        <p className="text-ink-soft">
          {t('team.until', { date: formatDateTime(invitation.expires_at, i18n.language) })}
        </p>
      </div>
      <Button
        variant="secondary"
        busy={revoke.isPending}
        onClick={() =>
          revoke.mutate(invitation.id, {
            onSuccess: () => toast(t('team.revoked')),
            onError: (error) => toast.error(t('common.error'), { description: faultText(error) }),
          })
        }
      >
        {t('team.revoke')}
      </Button>
    </li>
  );
}

function EndedInvitation({ invitation, state }: { invitation: ListedInvitation; state: InvitationState }) {
  const { t, i18n } = useTranslation();
  const { used_at, revoked_at, expires_at, used_by_person } = invitation;
  const date = formatDate(used_at ?? revoked_at ?? expires_at, i18n.language);
  if (state === 'used') {
    return <li>{t('team.wasUsed', { name: used_by_person?.name || t('chat.someone'), date })}</li>;
  }
  return <li>{state === 'revoked' ? t('team.wasRevoked', { date }) : t('team.hasExpired', { date })}</li>;
}
