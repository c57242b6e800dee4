import { landingDecision } from '@dragoman/domain/post-login';
import { LOGIN_PATH } from '@dragoman/domain/routes';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { SiteLayout } from '../../../components/site-layout.tsx';
import { useUser } from '../../../lib/auth-context.ts';
import { profileLookup } from '../../../lib/profile-lookup.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { useChooseRole } from '../api/choose-role.ts';
import { ClosingBanner } from './closing-banner.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { RoleSelection } from './role-selection.tsx';

/** The landing page (spec section 2); a signed-in user with a profile is sent on to where they belong. */
export function LandingPage() {
  usePageTitle();
  const navigate = useNavigate();
  const user = useUser();
  const chooseRole = useChooseRole();
  const leaving = useAutomaticRedirect(chooseRole.isPending || chooseRole.isSuccess);
  const roleBlock = useRef<HTMLHeadingElement>(null);

  if (leaving) return <LoadingScreen />;

  const start = () => {
    if (!user) return void navigate(LOGIN_PATH);
    roleBlock.current?.focus({ preventScroll: true });
    roleBlock.current?.scrollIntoView({ block: 'center' });
  };
  return (
    <SiteLayout>
      <Hero onChooseRole={start} />
      {user && <RoleSelection user={user} chooseRole={chooseRole} headingRef={roleBlock} />}
      <Features />
      <ClosingBanner onGetStarted={start} />
    </SiteLayout>
  );
}

/**
 * Sends a signed-in user with a profile on, with the toast that says why.
 * @param choosing a role is being chosen right now; the choice leads on by itself.
 * @returns whether the page is about to be left, or that is not known yet.
 */
function useAutomaticRedirect(choosing: boolean): boolean {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signedIn = useUser() !== null;
  const lookup = profileLookup(useProfile());
  const loading = signedIn && lookup.status === 'loading';
  const decision = lookup.status === 'loading' ? null : landingDecision(signedIn, lookup);
  const redirect = !choosing && decision?.kind === 'redirect' ? decision : null;
  const { goTo, toast: reason, role } = redirect ?? {};

  useEffect(() => {
    if (!goTo || !role) return;
    if (reason === 'welcome-back') {
      toast(t('landing.welcomeTitle'), { id: 'landing', description: t(`landing.welcome.${role}`) });
    } else {
      toast(t('landing.completeTitle'), { id: 'landing', description: t('landing.completeText') });
    }
    navigate(goTo, { replace: true });
  }, [goTo, reason, role, navigate, t]);

  return loading || redirect !== null;
}
