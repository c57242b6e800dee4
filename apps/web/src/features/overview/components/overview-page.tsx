import { dashboardPath } from '@dragoman/domain/routes';
import { MessagesSquare, QrCode, ScanLine, UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FaceToFaceLink } from '@/entities/chat/face-to-face-link.tsx';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { formatShortDate } from '@/shared/format/format-date.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { useChatStats } from '../api/get-chat-stats.ts';
import { usePeopleCount } from '../api/get-people-count.ts';
import { ContactInformation } from './contact-information.tsx';
import { DueToday } from './due-today.tsx';
import { NextStep } from './next-step.tsx';
import { RequestsLink } from './requests-link.tsx';
import { SectionCard } from './section-card.tsx';
import { WaitingForYou } from './waiting-for-you.tsx';

/**
 * The dashboards' first page (specification 2.11): the next step, three cards, and the user's own
 * card.
 */
export function OverviewPage() {
  const { t, i18n } = useTranslation();
  const profile = useCurrentProfile();
  const stats = useChatStats(profile);
  const people = usePeopleCount(profile);
  const root = dashboardPath(profile.role);
  const vendor = profile.role === 'vendor';
  return (
    <>
      <PageHeading title={t('nav.overview')} text={t('overview.greeting', { name: profile.name })} />
      <WaitingForYou profile={profile} />
      <RequestsLink profile={profile} />
      <DueToday profile={profile} />
      {stats.data?.count === 0 && <NextStep role={profile.role} />}
      <div className="grid xs:grid-cols-2 gap-3 sm:grid-cols-3">
        <SectionCard
          to={`${root}/sessions`}
          icon={MessagesSquare}
          title={t('overview.activeSessions')}
          value={stats}
          number={stats.data?.count}
          detail={
            stats.data?.lastActivity
              ? t('overview.lastActivity', { date: formatShortDate(stats.data.lastActivity, i18n.language) })
              : t('overview.noActivity')
          }
        />
        <SectionCard
          to={`${root}/contacts`}
          icon={UsersRound}
          title={vendor ? t('overview.uniqueVisitors') : t('overview.availableVendors')}
          value={people}
          number={people.data}
          detail={vendor ? t('overview.uniqueVisitorsText') : t('overview.availableVendorsText')}
        />
        <SectionCard
          to={vendor ? `${root}/qr-codes` : `${root}/scan`}
          icon={vendor ? QrCode : ScanLine}
          title={t('overview.qrCodes')}
          className="xs:max-sm:col-span-2"
          word={vendor ? t('overview.generate') : t('overview.scan')}
          detail={vendor ? t('overview.generateText') : t('overview.scanText')}
        />
      </div>
      <FaceToFaceLink className="mt-3" />
      <ContactInformation profile={profile} editPath={`${root}/profile`} />
    </>
  );
}
