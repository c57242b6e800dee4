import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { linkErrorText } from '@/entities/account/auth-error-text.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useLinkFailure } from '../api/link-failure.ts';
import { isRecoveryTarget } from '../model/login-view.ts';

/** Explains why the mailed link that led here gave no session (specification 8.2). */
export function LinkNotice() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const failure = useLinkFailure();
  if (!failure || failure.kind === 'pending') return null;
  if (failure.kind === 'refused') {
    return <Alert tone="danger">{linkErrorText(t, failure.error)}</Alert>;
  }
  if (isRecoveryTarget(params.get('view'))) return <Alert tone="danger">{t('auth.resetElsewhere')}</Alert>;
  return <Alert tone="success">{t('auth.confirmedElsewhere')}</Alert>;
}

/**
 * A bad link leaves the session as it was (specification 8.2). The page redirects, so a toast
 * reports the error.
 * @param leaving whether a signed-in user is being redirected
 * @returns whether the link's result is still unknown: a redirect now would lose the message
 */
export function useLinkFailureToast(leaving: boolean): boolean {
  const { t } = useTranslation();
  const failure = useLinkFailure();
  useEffect(() => {
    if (!leaving || failure?.kind !== 'refused') return;
    toast.error(linkErrorText(t, failure.error), { id: 'link-failure' });
  }, [leaving, failure, t]);
  return failure?.kind === 'pending';
}
