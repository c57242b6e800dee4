import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import { useAuth } from '@/shared/auth/auth-context.ts';
import { ThemePicker } from '@/shared/layout/theme-picker.tsx';
import { UnseenChatsBadge } from '@/shared/layout/unseen-badge.tsx';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Truncated } from '@/shared/ui/truncated.tsx';
import { sections } from '../model/navigation.ts';
import { useUnseenChats } from '../model/use-unseen-chats.ts';

const itemStyles =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-semibold text-sm transition-colors duration-150 max-xs:gap-2 max-xs:px-2';

/** The sections of the dashboard, the signed-in user, and the logout. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useTranslation();
  const { signOut } = useAuth();
  const profile = useCurrentProfile();
  const unseen = useUnseenChats();
  return (
    <div className="flex min-h-full flex-1 flex-col">
      <div className="px-3 max-xs:pe-11">
        <BrandLink />
      </div>
      <nav aria-label={t('dashboard.mainNavigation')} className="mt-6">
        <ul className="grid grid-cols-1 gap-1">
          {sections(profile.role).map(({ to, icon: Icon, label, end }) => (
            <li key={to}>
              <NavLink
                to={to}
                end={end ?? false}
                onClick={onNavigate}
                className={({ isActive }) =>
                  cn(itemStyles, isActive ? 'bg-primary-tint text-primary' : 'text-ink hover:bg-line/50')
                }
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                <span className="wrap-anywhere min-w-0">{t(`nav.${label}`)}</span>
                {label === 'sessions' && <UnseenChatsBadge count={unseen} className="ms-auto" />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-auto pt-8">
        <LanguageSwitch variant="name" className="mb-2 w-full justify-start px-3" />
        <ThemePicker variant="icons" className="px-3 pb-4" />
        <div className="flex items-center gap-3 px-3 pb-3">
          <Avatar name={profile.name} url={profile.avatar_url} />
          <p className="min-w-0 text-sm">
            <Truncated className="font-semibold">{profile.name}</Truncated>
            <Truncated className="text-ink-soft">{profile.company}</Truncated>
          </p>
        </div>
        <button type="button" onClick={() => void signOut()} className={cn(itemStyles, 'hover:bg-line/50')}>
          <LogOut aria-hidden="true" className="flip-rtl size-5" />
          {t('nav.logout')}
        </button>
      </div>
    </div>
  );
}
