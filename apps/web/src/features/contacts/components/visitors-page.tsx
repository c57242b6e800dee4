import { UsersRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { useMetVisitors } from '../api/get-contacts.ts';
import { ContactList } from './contact-list.tsx';

/** A vendor's contacts: the visitors who joined their sessions. */
export function VisitorsPage() {
  const { t } = useTranslation();
  const me = useCurrentProfile();
  const visitors = useMetVisitors(me.id, useBoothId(me));
  return (
    <>
      <PageHeading title={t('contacts.visitorsTitle')} text={t('contacts.visitorsText')} />
      <ContactList
        query={visitors}
        emptyIcon={UsersRound}
        emptyTitle={t('contacts.emptyVisitorsTitle')}
        emptyText={t('contacts.emptyVisitorsText')}
      />
    </>
  );
}
