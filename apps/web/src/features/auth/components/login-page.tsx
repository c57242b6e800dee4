import { loginDecision } from '@dragoman/domain/navigation';
import { safeRedirect } from '@dragoman/domain/safe-redirect';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useViewer } from '@/entities/profile/use-viewer.ts';
import { useAuth, useUser } from '@/shared/auth/auth-context.ts';
import { usePasswordRecovery } from '@/shared/auth/password-recovery.ts';
import { recall } from '@/shared/auth/remembered-targets.ts';
import { useOutcome } from '@/shared/hooks/use-outcome.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { useLinkFailureToast } from './link-notice.tsx';
import { LoginForms } from './login-forms.tsx';
import { UpdatePasswordView } from './update-password-view.tsx';

/**
 * The login page (specification 2.3): while a session exists only a spinner shows and the post-login decision runs, unless the
 * session came to set a new password.
 */
export function LoginPage() {
  const { state } = useAuth();
  // The remembered target is read at sign-in; the decision then consumes it.
  return <LoginDecision key={state.status} />;
}

const WAIT = { kind: 'wait' } as const;

function LoginDecision() {
  const { t } = useTranslation();
  const user = useUser();
  const [params] = useSearchParams();
  const [memory] = useState(() => recall());
  const redirect = params.get('redirect');
  const recovering = usePasswordRecovery(user?.id);
  const linkUnread = useLinkFailureToast(user !== null && !recovering);
  const decided = loginDecision(useViewer(), { redirect, recovering }, memory);
  const decision = decided.kind === 'go' && linkUnread ? WAIT : decided;
  useOutcome(decision);

  if (decision.kind !== 'show') return <LoadingScreen text={user ? t('auth.openingAccount') : undefined} />;
  if (decision.view === 'forms') return <LoginForms redirect={safeRedirect(redirect)} />;
  return user && <UpdatePasswordView user={user} />;
}
