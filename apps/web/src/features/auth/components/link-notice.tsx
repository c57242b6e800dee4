import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Alert } from '../../../components/ui/alert.tsx';
import { useLinkFailure } from '../api/link-failure.ts';
import { linkErrorText } from '../model/auth-error-text.ts';
import { isRecoveryTarget } from '../model/login-view.ts';

/** Says why the mailed link that led here gave no session (spec section 8). */
export function LinkNotice() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const failure = useLinkFailure();
  if (!failure) return null;
  if (failure.kind === 'refused') {
    return <Alert tone="danger">{linkErrorText(failure.error, t('auth.unreachable'))}</Alert>;
  }
  if (isRecoveryTarget(params.get('view'))) return <Alert tone="danger">{t('auth.resetElsewhere')}</Alert>;
  return <Alert tone="success">{t('auth.confirmedElsewhere')}</Alert>;
}
