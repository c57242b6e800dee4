import { Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { useVendors } from '../api/get-contacts.ts';
import { ContactList } from './contact-list.tsx';

/** A visitor's contacts: all vendors. */
export function VendorsPage() {
  const { t } = useTranslation();
  const vendors = useVendors();
  return (
    <>
      <PageHeading title={t('contacts.vendorsTitle')} text={t('contacts.vendorsText')} />
      <ContactList
        query={vendors}
        emptyIcon={Store}
        emptyTitle={t('contacts.emptyVendorsTitle')}
        emptyText={t('contacts.emptyVendorsText')}
      />
    </>
  );
}
