import { landingDecision } from '@dragoman/domain/navigation/account';
import { useRef, useState } from 'react';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { useViewer } from '@/entities/profile/use-viewer.ts';
import { SiteLayout } from '@/entities/site/site-layout.tsx';
import { useUser } from '@/shared/auth/auth-context.ts';
import { recallRedirect } from '@/shared/auth/post-login-redirect.ts';
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { useChooseRole } from '../api/choose-role.ts';
import { ClosingBanner } from './closing-banner.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { RoleLoadError } from './role-load-error.tsx';
import { RoleSelection } from './role-selection.tsx';

/**
 * The landing page (specification 2.2); a signed-in user with a profile is sent on to where they
 * belong.
 */
export function LandingPage() {
  usePageTitle();
  const user = useUser();
  const viewer = useViewer();
  const profile = useProfile();
  const chooseRole = useChooseRole();
  const [memory] = useState(() => recallRedirect());
  const roleBlock = useRef<HTMLHeadingElement>(null);
  // Choosing a role redirects; the profile created by it must not do so too.
  const choosing = chooseRole.isPending || chooseRole.isSuccess;
  const decision = choosing
    ? ({ kind: 'show', view: 'role-choice' } as const)
    : landingDecision(viewer, memory);
  useNavigationDecision(decision);

  // A stranger sees the page at once, before the session is read.
  if (user && decision.kind !== 'show') return <LoadingScreen />;

  // A signed-in user chooses a role on this page; other visitors go on to the login page.
  const showRoles = user
    ? () => {
        roleBlock.current?.focus({ preventScroll: true });
        roleBlock.current?.scrollIntoView({ block: 'center' });
      }
    : null;
  return (
    <SiteLayout>
      <Hero onShowRoles={showRoles} />
      {user &&
        (viewer.profile.status === 'failed' ? (
          <RoleLoadError query={profile} headingRef={roleBlock} />
        ) : (
          <RoleSelection user={user} chooseRole={chooseRole} headingRef={roleBlock} />
        ))}
      <HowItWorks />
      <Features />
      <ClosingBanner onShowRoles={showRoles} />
    </SiteLayout>
  );
}
