import { isInvitation } from '@dragoman/domain/navigation/account';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { Button } from '@/shared/ui/button.tsx';
import {
  type CodePurpose,
  type LoginView,
  requestedDetails,
  requestedView,
  type ViewState,
  viewSearch,
} from '../model/login-view.ts';
import { ForgotPasswordView } from './forgot-password-view.tsx';
import { LinkNotice } from './link-notice.tsx';
import { LoginLayout } from './login-layout.tsx';
import { MagicLinkView } from './magic-link-view.tsx';
import { SignInView } from './sign-in-view.tsx';
import { SignUpView } from './sign-up-view.tsx';
import { VerifyCodeView } from './verify-code-view.tsx';
import type { ViewProps } from './view-props.ts';

const VIEWS: Record<LoginView, (props: ViewProps) => ReactNode> = {
  'sign-in': SignInView,
  'sign-up': SignUpView,
  'forgot-password': ForgotPasswordView,
  'magic-link': MagicLinkView,
  'verify-code': VerifyCodeView,
};

/** The views' names, announced on a change. */
const NAMES = {
  'sign-in': 'auth.signIn',
  'sign-up': 'auth.signUp',
  'forgot-password': 'auth.sendReset',
  'magic-link': 'auth.sendMagicLink',
  'verify-code': 'auth.enterCode',
} as const satisfies Record<LoginView, string>;

/**
 * The views for a user without a session. The address names the view, so that the back button
 * leaves it.
 */
export function LoginForms({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [params] = useSearchParams();
  const view = requestedView(params.get('view'), state);
  const details = requestedDetails(state);
  const [email, setEmail] = useState(details.email);
  const section = useFocusOnChange(view);

  function changeView(next: LoginView, codePurpose: CodePurpose = 'email') {
    const carried: ViewState = { view: next, email: email.trim(), codePurpose };
    navigate({ search: viewSearch(next, redirect) }, { state: carried });
  }

  const View = VIEWS[view];
  const others: [LoginView, string][] =
    view === 'sign-in'
      ? [
          ['forgot-password', t('auth.forgotPassword')],
          ['sign-up', t('auth.toSignUp')],
        ]
      : [['sign-in', t('auth.toSignIn')]];
  return (
    <LoginLayout subtitle={t('auth.subtitle')}>
      {isInvitation(redirect) && (
        <p className="mb-5 rounded-control bg-primary-tint px-3 py-2.5 text-primary text-sm">
          {t('auth.joinHint')}
        </p>
      )}
      <section ref={section} tabIndex={-1} aria-label={t(NAMES[view])} className="outline-none">
        <View
          key={view}
          email={email}
          onEmailChange={setEmail}
          redirect={redirect}
          codePurpose={details.codePurpose}
          notice={<LinkNotice />}
          onChangeView={changeView}
        />
      </section>
      <div className="mt-4 grid justify-items-center">
        {others.map(([other, label]) => (
          <Button key={other} variant="link" size="inline" onClick={() => changeView(other)}>
            {label}
          </Button>
        ))}
      </div>
    </LoginLayout>
  );
}

/** Moves the focus to the new view, except at first, where the browser has put it. */
function useFocusOnChange(view: LoginView) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    section.current?.focus({ preventScroll: true });
  }, [view]);
  return section;
}
