import { loginDecision } from '@dragoman/domain/navigation/account';
import { isRole } from '@dragoman/domain/roles';
import { ROLE_QUERY } from '@dragoman/domain/routes';
import { safeRedirect } from '@dragoman/domain/safe-redirect';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useViewer } from '@/entities/profile/use-viewer.ts';
import { useAuth, useUser } from '@/shared/auth/auth-context.ts';
import { usePasswordRecovery } from '@/shared/auth/password-recovery.ts';
import { recallRedirect, rememberRedirect } from '@/shared/auth/post-login-redirect.ts';
import { useNavigationDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { useLinkFailureToast } from './link-notice.tsx';
import { LoginForms } from './login-forms.tsx';
import { UpdatePasswordView } from './update-password-view.tsx';

/**
 * The login page (specification 2.3): while a session exists only a spinner shows and the
 * post-login decision runs, unless the session came to set a new password.
 */
export function LoginPage() {
  const { state } = useAuth();
  useChosenRole(state.status === 'signed-out');
  // The remembered target is read at sign-in; the decision then consumes it.
  return <LoginDecision key={state.status} />;
}

/** Remembers the role that the address names until its user has signed in. */
function useChosenRole(signedOut: boolean): void {
  const [params] = useSearchParams();
  const role = params.get(ROLE_QUERY);
  useEffect(() => {
    if (signedOut && isRole(role)) rememberRedirect({ role });
  }, [signedOut, role]);
}

const WAIT = { kind: 'wait' } as const;

function LoginDecision() {
  const { t } = useTranslation();
  const user = useUser();
  const [params] = useSearchParams();
  const [memory] = useState(() => recallRedirect());
  const redirect = params.get('redirect');
  const recovering = usePasswordRecovery(user?.id);
  const linkUnread = useLinkFailureToast(user !== null && !recovering);
  const decided = loginDecision(useViewer(), { redirect, recovering }, memory);
  const decision = decided.kind === 'go' && linkUnread ? WAIT : decided;
  useNavigationDecision(decision);

  if (decision.kind !== 'show') return <LoadingScreen text={user ? t('auth.openingAccount') : undefined} />;
  if (decision.view === 'forms') return <LoginForms redirect={safeRedirect(redirect)} />;
  return user && <UpdatePasswordView user={user} />;
}
