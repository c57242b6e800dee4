import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { VendorsPage } from '@/features/contacts/components/vendors-page.tsx';
import { VisitorsPage } from '@/features/contacts/components/visitors-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { ContactsTabs, SAVED_CARDS_QUERY } from './contacts-tabs.tsx';

const CardBox = lazy(() =>
  import('@/features/saved-cards/components/saved-cards.tsx').then(({ SavedCards: CardBox }) => ({
    default: CardBox,
  })),
);

/** A vendor's contacts page, with the saved cards. */
export function VendorContactsPage() {
  return <ContactsPage people={VisitorsPage} />;
}

/** A visitor's contacts page, with the saved cards. */
export function VisitorContactsPage() {
  return <ContactsPage people={VendorsPage} />;
}

function ContactsPage({ people: People }: { people: () => React.JSX.Element }) {
  const [params] = useSearchParams();
  const cards = params.has(SAVED_CARDS_QUERY);
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
