import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { GuestNote } from '@/entities/account/guest-note.tsx';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import { SponsoredPanel, SponsoredStrip } from '@/entities/sponsor/sponsored.tsx';
import { Drawer, DrawerContent, DrawerTrigger } from '@/shared/ui/drawer.tsx';
import { useUnseenChats } from '../model/use-unseen-chats.ts';
import { Sidebar } from './sidebar.tsx';

/** The frame of both dashboards: sidebar (a drawer on small screens), content, Sponsored places. */
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
            <GuestNote className="mb-6 rounded-card bg-sunken px-4" />
            <Outlet />
          </main>
          <SponsoredPanel className="hidden xl:flex" />
        </div>
        <SponsoredStrip className="safe-x safe-bottom mt-8 xl:hidden" />
      </div>
    </div>
  );
}

function PhoneBar() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const unseen = useUnseenChats();
  return (
    <header className="safe-x sticky top-0 z-30 flex items-center justify-between border-b bg-paper pt-[env(safe-area-inset-top)] lg:hidden">
      <BrandLink />
      <LanguageSwitch variant="icon" className="ms-auto me-1 max-xs:me-0 max-xs:min-w-8 max-xs:px-1" />
      <Drawer open={open} onOpenChange={setOpen}>
        <DrawerTrigger
          aria-label={unseen > 0 ? t('nav.menuUnseen', { count: unseen }) : t('nav.menu')}
          className="-me-2.5 relative my-1.5 grid h-11 w-11 max-xs:me-0 max-xs:w-8 place-items-center rounded-control hover:bg-sunken"
        >
          <Menu aria-hidden="true" className="size-6" />
          {unseen > 0 && (
            <span
              aria-hidden="true"
              className="absolute end-1.5 top-1.5 size-3 animate-fade rounded-full border-2 border-paper bg-accent"
            />
          )}
        </DrawerTrigger>
        <DrawerContent title={t('nav.menu')}>
          <Sidebar onNavigate={() => setOpen(false)} />
        </DrawerContent>
      </Drawer>
    </header>
  );
}
