import { ContactPage } from '@/features/marketing/components/contact-page.tsx';
import { PricingPage } from '@/features/marketing/components/pricing-page.tsx';
import { useUser } from '@/shared/auth/auth-context.ts';
import { lazyAfterLoad } from '@/shared/page/lazy-after-load.tsx';

const MemberTabBar = lazyAfterLoad(
  async () => (await import('@/features/dashboard/components/member-tab-bar.tsx')).MemberTabBar,
);

/** The contact page; with the tab bar of a phone for signed-in users, who come from the app. */
export function ContactWithTabs() {
  const user = useUser();
  return (
    <>
      <ContactPage />
      {user && <MemberTabBar />}
    </>
  );
}

/** The pricing page; with the tab bar of a phone for signed-in users, who come from the app. */
export function PricingWithTabs() {
  const user = useUser();
  return (
    <>
      <PricingPage />
      {user && <MemberTabBar />}
    </>
  );
}
