import { isDashboardPage } from '@dragoman/domain/routes';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { UnseenChatsBadge } from '@/shared/layout/unseen-badge.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Drawer, DrawerContent, DrawerTrigger } from '@/shared/ui/overlay/drawer.tsx';
import { tabs } from '../model/navigation.ts';
import { useUnseenChats } from '../model/use-unseen-chats.ts';
import { Sidebar } from './sidebar.tsx';

const tabStyles =
  'relative flex min-h-14 w-full min-w-0 flex-col items-center justify-center gap-0.5 pt-1.5 pb-1 text-center font-semibold text-xs max-[22.5rem]:text-[0.6875rem] leading-tight transition-colors duration-150';

/**
 * The pages of a phone's dashboard at the lower edge, where the thumb is; the others are in the
 * drawer that 'More' opens. A low view, of a phone on its side or above its keyboard, has the bar at
 * the page's end instead.
 */
export function TabBar() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { role } = useCurrentProfile();
  const unseen = useUnseenChats();
  const { pathname } = useLocation();
  const places = tabs(role);
  const inDrawer =
    isDashboardPage(role, pathname) &&
    !places.some(({ to, end }) => (end ? pathname === to : pathname.startsWith(to)));
  return (
    <nav
      data-tab-bar
      aria-label={t('nav.tabs')}
      className="sticky bottom-0 z-30 border-t bg-surface ps-[env(safe-area-inset-left)] pe-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] [@media(max-height:26rem)]:static lg:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5">
        {places.map(({ to, icon: Icon, label, end }) => (
          <li key={to} className="grid min-w-0">
            <NavLink
              to={to}
              end={end ?? false}
              className={({ isActive }) =>
                cn(tabStyles, isActive ? 'text-primary' : 'text-ink-soft hover:text-ink')
              }
            >
              {({ isActive }) => (
                <>
                  <span
                    className={cn(
                      'relative grid h-7 w-14 max-w-[90%] place-items-center rounded-full',
                      isActive && 'bg-primary-tint',
                    )}
                  >
                    <Icon aria-hidden="true" className="size-5.5" />
                  </span>
                  <TabLabel>{t(`nav.${label}`)}</TabLabel>
                  {label === 'chats' && (
                    <UnseenChatsBadge count={unseen} className="absolute start-1/2 top-0.5 ms-1" />
                  )}
                </>
              )}
            </NavLink>
          </li>
        ))}
        <li className="grid min-w-0">
          <Drawer open={open} onOpenChange={setOpen}>
            {/* The drawer's own link is the current one to screen readers. */}
            <DrawerTrigger
              className={cn(tabStyles, inDrawer ? 'text-primary' : 'text-ink-soft hover:text-ink')}
            >
              <span
                className={cn(
                  'grid h-7 w-14 max-w-[90%] place-items-center rounded-full',
                  inDrawer && 'bg-primary-tint',
                )}
              >
                <Menu aria-hidden="true" className="size-5.5" />
              </span>
              <TabLabel>{t('nav.more')}</TabLabel>
            </DrawerTrigger>
            <DrawerContent title={t('nav.menu')}>
              <Sidebar onNavigate={() => setOpen(false)} />
            </DrawerContent>
          </Drawer>
        </li>
      </ul>
    </nav>
  );
}

/** With very large letters five words find no room side by side: the pictures stay, larger. */
function TabLabel({ children }: { children: string }) {
  return <span className="line-clamp-2 max-xs:sr-only">{children}</span>;
}
