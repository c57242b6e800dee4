import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MyBooth } from '@/entities/booth/my-booth.ts';
import { type TeamPerson, useTeam } from '@/entities/booth/team.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { formatDate } from '@/shared/format/format-date.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

/** Who works at the booth; the owner may remove people, everyone else may leave. */
export function TeamList({ booth }: { booth: MyBooth }) {
  const { t } = useTranslation();
  const profile = useCurrentProfile();
  const me = profile.id;
  const query = useTeam(profile);
  const [removing, setRemoving] = useState<TeamPerson | null>(null);
  return (
    <section aria-labelledby="team-people">
      <h2 id="team-people" className="mb-3 text-lg">
        {t('team.people')}
      </h2>
      <QueryView
        query={query}
        loadingText={t('team.loading')}
        skeleton={<Skeleton className="h-36 rounded-card" />}
        isEmpty={(people) => people.length === 0}
        empty={null}
      >
        {(people) => (
          <Card>
            <ul className="divide-y">
              {people.map((member) => (
                <Person key={member.id} member={member} me={me}>
                  {member.profile_id !== booth.id && (booth.owner || member.profile_id === me) && (
                    <Button variant="secondary" onClick={() => setRemoving(member)}>
                      {member.profile_id === me ? t('team.leave') : t('team.remove')}
                    </Button>
                  )}
                </Person>
              ))}
            </ul>
          </Card>
        )}
      </QueryView>
      {removing && <RemoveDialog booth={booth} member={removing} me={me} onClose={() => setRemoving(null)} />}
    </section>
  );
}

interface PersonProps {
  member: TeamPerson;
  me: string;
  /** What can be done about the person. */
  children: ReactNode;
}

function Person({ member, me, children }: PersonProps) {
  const { t, i18n } = useTranslation();
  const { person, profile_id, owner_id, joined_at, away_since } = member;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <Avatar name={person?.name} url={person?.avatar_url} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi className="page-aligned">{person?.name || t('chat.someone')}</bdi>
          {profile_id === me && <Badge>{t('team.you')}</Badge>}
          {profile_id === owner_id && <Badge tone="primary">{t('team.owner')}</Badge>}
        </p>
        <p className="text-ink-soft text-sm">
          {t('team.since', { date: formatDate(joined_at, i18n.language) })}
        </p>
      </div>
      <div className="flex items-center gap-3 xs:max-sm:ms-14">
        <Badge tone={away_since ? 'neutral' : 'success'}>
          {away_since ? t('team.isAway') : t('team.onDuty')}
        </Badge>
        {children}
      </div>
    </li>
  );
}
