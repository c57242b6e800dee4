import { UserRoundPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MyBooth, useMyBooth } from '@/entities/booth/my-booth.ts';
import type { NewBoothInvitation } from '@/entities/booth/team.ts';
import { useLiveBooth } from '@/entities/booth/use-live-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useInvite } from '../api/team.ts';
import { AwaySwitch } from './away-switch.tsx';
import { InvitationDialog } from './invitation-dialog.tsx';
import { InvitationList } from './invitation-list.tsx';
import { TeamList } from './team-list.tsx';
import { useFaultText } from './use-fault-text.ts';

/** The people of a vendor's booth, and for its owner the invitations (docs/adr/0083). */
export function TeamPage() {
  const { t } = useTranslation();
  const profile = useCurrentProfile();
  const query = useMyBooth(profile);
  const booth = query.data;
  const invite = useInvite(profile.id);
  const faultText = useFaultText();
  const [made, setMade] = useState<NewBoothInvitation | null>(null);
  // With a team every page hears of it (entities/booth/booth-starter.tsx); here the first one joins.
  useLiveBooth(profile.id, booth && !booth.team ? booth.id : undefined);

  const onInvite = () =>
    invite.mutate(undefined, {
      onSuccess: setMade,
      onError: (error) => toast.error(t('common.error'), { description: faultText(error) }),
    });
  const inviteButton = (
    <Button busy={invite.isPending} onClick={onInvite}>
      {!invite.isPending && <UserRoundPlus aria-hidden="true" className="size-4.5" />}
      {t('team.invite')}
    </Button>
  );

  return (
    <>
      <PageHeading
        title={t('team.title')}
        text={booth && !booth.owner ? <WhoseBooth booth={booth} /> : t('team.text')}
        actions={booth?.team && booth.owner ? inviteButton : undefined}
      />
      <QueryView
        query={query}
        loadingText={t('team.loading')}
        skeleton={<TeamSkeleton />}
        isEmpty={(known) => !known?.team}
        empty={
          <EmptyState icon={UsersRound} title={t('team.emptyTitle')} text={t('team.emptyText')}>
            {inviteButton}
          </EmptyState>
        }
      >
        {(known) =>
          known && (
            <div className="grid grid-cols-1 gap-6">
              <AwaySwitch profileId={profile.id} awaySince={known.away_since} />
              <TeamList booth={known} />
            </div>
          )
        }
      </QueryView>
      {booth?.owner && <InvitationList profileId={profile.id} />}
      {made && <InvitationDialog invitation={made} onClose={() => setMade(null)} />}
    </>
  );
}

function WhoseBooth({ booth }: { booth: MyBooth }) {
  const { t } = useTranslation();
  const name = booth.name || t('chat.someone');
  return booth.company
    ? t('team.memberTextCompany', { name, company: booth.company })
    : t('team.memberText', { name });
}

function TeamSkeleton() {
  return (
    <div className="grid gap-2">
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-18 rounded-card" />
      ))}
    </div>
  );
}
