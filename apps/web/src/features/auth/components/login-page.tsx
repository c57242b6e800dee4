import { safeRedirect } from '@dragoman/domain/safe-redirect';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { BrandLink } from '../../../components/top-bar.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useAuth } from '../../../lib/auth-context.ts';
import { type LoginView, requestedView } from '../model/login-view.ts';
import { PostLogin } from './post-login.tsx';
import { SignInView } from './sign-in-view.tsx';
import { SignUpView } from './sign-up-view.tsx';

export interface ViewProps {
  email: string;
  onEmailChange: (email: string) => void;
  /** Where to go afterwards, already made safe; null when nothing was asked for. */
  redirect: string | null;
}

const VIEWS: Record<LoginView, (props: ViewProps) => React.ReactNode> = {
  'sign-in': SignInView,
  'sign-up': SignUpView,
};

/** The login page (spec section 2): while a session exists only a spinner shows and the post-login decision runs. */
export function LoginPage() {
  const { state } = useAuth();
  const [params] = useSearchParams();
  const redirect = safeRedirect(params.get('redirect'));
  switch (state.status) {
    case 'signed-in':
      return <PostLogin redirect={redirect} />;
    case 'signed-out':
      return <LoginForms redirect={redirect} />;
    default:
      return <LoadingScreen />;
  }
}

function LoginForms({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation();
  const [view, setView] = useState<LoginView>(requestedView(useLocation().state));
  const [email, setEmail] = useState('');
  const View = VIEWS[view];
  return (
    <div className="safe-x safe-bottom flex min-h-dvh flex-col pt-[env(safe-area-inset-top)]">
      <div className="flex min-h-16 items-center">
        <BrandLink />
      </div>
      <main className="mx-auto w-full max-w-sm flex-1 pt-6 sm:pt-16">
        <PageHeading title={t('auth.title')} text={t('auth.subtitle')} />
        {redirect?.startsWith('/join/') && (
          <p className="mb-5 rounded-control bg-primary-tint px-3 py-2.5 text-primary text-sm">
            {t('auth.joinHint')}
          </p>
        )}
        <View email={email} onEmailChange={setEmail} redirect={redirect} />
        <p className="mt-4 text-center">
          <Button
            variant="link"
            size="inline"
            onClick={() => setView(view === 'sign-in' ? 'sign-up' : 'sign-in')}
          >
            {view === 'sign-in' ? t('auth.toSignUp') : t('auth.toSignIn')}
          </Button>
        </p>
      </main>
    </div>
  );
}
