import { Outlet } from 'react-router';
import { GuestNotice } from '@/entities/account/guest-notice.tsx';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import { SponsoredPanel, SponsoredStrip } from '@/entities/sponsor/sponsored.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';

/**
 * The frame of both dashboards: a sidebar, or on small screens a tab bar with the sidebar in a
 * drawer; the content; Sponsored places, which on a phone follow the content.
 */
export function DashboardLayout() {
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-e bg-sunken px-4 py-3 lg:block">
        <Sidebar />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <PhoneBar />
        <div className="safe-x safe-bottom mx-auto flex w-full max-w-6xl flex-1 gap-10 pt-6 lg:px-10 lg:pt-10">
          <main id="content" className="min-w-0 flex-1">
            <GuestNotice className="mb-6 rounded-card bg-sunken px-4" />
            <Outlet />
          </main>
          <SponsoredPanel className="hidden xl:flex" />
        </div>
        <SponsoredStrip className="safe-x mt-8 pb-4 xl:hidden" />
        <TabBar />
      </div>
    </div>
  );
}

function PhoneBar() {
  return (
    <header className="safe-x flex items-center justify-between border-b pt-[env(safe-area-inset-top)] lg:hidden">
      <BrandLink />
      <LanguageSwitch variant="icon" className="my-1.5 ms-auto max-xs:min-w-8 max-xs:px-1" />
    </header>
  );
}
