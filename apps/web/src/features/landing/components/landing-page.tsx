import { landingDecision } from '@dragoman/domain/navigation';
import type { Role } from '@dragoman/domain/roles';
import { LOGIN_PATH } from '@dragoman/domain/routes';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useProfile } from '@/entities/profile/profile-query.ts';
import { useViewer } from '@/entities/profile/use-viewer.ts';
import { SiteLayout } from '@/entities/site/site-layout.tsx';
import { useUser } from '@/shared/auth/auth-context.ts';
import { recall, remember } from '@/shared/auth/remembered-targets.ts';
import { useOutcome } from '@/shared/hooks/use-outcome.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { useChooseRole } from '../api/choose-role.ts';
import { ClosingBanner } from './closing-banner.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { RoleSelection } from './role-selection.tsx';
import { RoleUnknown } from './role-unknown.tsx';

/** The landing page (specification 2.2); a signed-in user with a profile is sent on to where they belong. */
export function LandingPage() {
  usePageTitle();
  const navigate = useNavigate();
  const user = useUser();
  const viewer = useViewer();
  const profile = useProfile();
  const chooseRole = useChooseRole();
  const [memory] = useState(() => recall());
  const roleBlock = useRef<HTMLHeadingElement>(null);
  // Choosing a role redirects; the profile created by it must not do so too.
  const choosing = chooseRole.isPending || chooseRole.isSuccess;
  const decision = choosing
    ? ({ kind: 'show', view: 'role-choice' } as const)
    : landingDecision(viewer, memory);
  useOutcome(decision);

  // A stranger sees the page at once, before the session is read.
  if (user && decision.kind !== 'show') return <LoadingScreen />;

  const start = (role?: Role) => {
    if (!user) {
      if (role) remember({ role });
      void navigate(LOGIN_PATH);
      return;
    }
    roleBlock.current?.focus({ preventScroll: true });
    roleBlock.current?.scrollIntoView({ block: 'center' });
  };
  return (
    <SiteLayout>
      <Hero onChooseRole={start} />
      {user &&
        (viewer.profile.status === 'failed' ? (
          <RoleUnknown query={profile} headingRef={roleBlock} />
        ) : (
          <RoleSelection user={user} chooseRole={chooseRole} headingRef={roleBlock} />
        ))}
      <HowItWorks />
      <Features />
      <ClosingBanner onGetStarted={() => start()} />
    </SiteLayout>
  );
}
