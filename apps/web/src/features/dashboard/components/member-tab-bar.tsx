import { CurrentProfileContext } from '@/entities/profile/current-profile.ts';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { TabBar } from './tab-bar.tsx';

/** The tab bar on a page outside the dashboards; nothing for a user without a profile. */
export function MemberTabBar() {
  const profile = useProfile().data;
  if (!profile) return null;
  return (
    <CurrentProfileContext value={profile}>
      <TabBar />
    </CurrentProfileContext>
  );
}
