import { afterLogin } from '@dragoman/domain/post-login';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'sonner';
import { LoadingScreen } from '../../../components/loading-screen.tsx';
import { profileLookup } from '../../../lib/profile-lookup.ts';
import { useProfile } from '../../../lib/profile-query.ts';
import { recallPostProfileRedirect, rememberPostProfileRedirect } from '../../../lib/remembered-targets.ts';
import { useLinkFailure } from '../api/link-failure.ts';
import { linkErrorText } from '../model/auth-error-text.ts';

/** Runs the post-login decision (spec section 4) once the profile is known, and shows a spinner until then. */
export function PostLogin({ redirect }: { redirect: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const lookup = profileLookup(useProfile());
  const decided = useRef(false);
  useLinkFailureToast();

  useEffect(() => {
    // Once only: the decision uses up the remembered target.
    if (lookup.status === 'loading' || decided.current) return;
    decided.current = true;
    const { goTo, remember } = afterLogin({ lookup, redirect, remembered: recallPostProfileRedirect() });
    rememberPostProfileRedirect(remember);
    navigate(goTo, { replace: true });
  }, [lookup, redirect, navigate]);

  return <LoadingScreen text={t('auth.openingAccount')} />;
}

/** A bad link leaves the session as it was (spec section 8): the page moves on, so a toast says what was wrong. */
function useLinkFailureToast(): void {
  const { t } = useTranslation();
  const failure = useLinkFailure();
  useEffect(() => {
    if (failure?.kind !== 'refused') return;
    toast.error(linkErrorText(failure.error, t('auth.unreachable')), { id: 'link-failure' });
  }, [failure, t]);
}
