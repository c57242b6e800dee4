import { safeRedirect } from '@dragoman/domain/safe-redirect';
import type { User } from '@supabase/auth-js';
import { useSearchParams } from 'react-router';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { useAuth } from '../../../lib/auth-context.ts';
import { usePasswordRecovery } from '../../../lib/password-recovery.ts';
import { LoginForms } from './login-forms.tsx';
import { PostLogin } from './post-login.tsx';
import { UpdatePasswordView } from './update-password-view.tsx';

/**
 * The login page (spec section 2): while a session exists only a spinner shows and the post-login decision runs, unless the
 * session came to set a new password.
 */
export function LoginPage() {
  const { state } = useAuth();
  const [params] = useSearchParams();
  const redirect = safeRedirect(params.get('redirect'));
  switch (state.status) {
    case 'signed-in':
      return <SignedIn user={state.user} redirect={redirect} />;
    case 'signed-out':
      return <LoginForms redirect={redirect} />;
    default:
      return <LoadingScreen />;
  }
}

function SignedIn({ user, redirect }: { user: User; redirect: string | null }) {
  return usePasswordRecovery(user.id) ? (
    <UpdatePasswordView user={user} />
  ) : (
    <PostLogin redirect={redirect} />
  );
}
