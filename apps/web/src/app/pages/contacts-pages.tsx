import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { VendorsPage } from '@/features/contacts/components/vendors-page.tsx';
import { VisitorsPage } from '@/features/contacts/components/visitors-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { CARD_BOX_QUERY, ContactsTabs } from './contacts-tabs.tsx';

const CardBox = lazy(() =>
  import('@/features/card-box/components/card-box.tsx').then(({ CardBox }) => ({ default: CardBox })),
);

/** A vendor's contacts page, with the card box. */
export function VendorContactsPage() {
  return <ContactsPage people={VisitorsPage} />;
}

/** A visitor's contacts page, with the card box. */
export function VisitorContactsPage() {
  return <ContactsPage people={VendorsPage} />;
}

function ContactsPage({ people: People }: { people: () => React.JSX.Element }) {
  const [params] = useSearchParams();
  const cards = params.has(CARD_BOX_QUERY);
  return (
    <>
      <ContactsTabs current={cards ? 'cards' : 'people'} />
      {cards ? (
        <Suspense fallback={<LoadingScreen />}>
          <CardBox />
        </Suspense>
      ) : (
        <People />
      )}
    </>
  );
}
