import { useTranslation } from 'react-i18next';
import { useRequestPasswordReset } from '../api/mailed-codes.ts';
import { recoveryUrl } from '../model/login-view.ts';
import { AddressForm } from './address-form.tsx';
import type { ViewProps } from './view-props.ts';

/** Asking for a mail that lets one set a new password. */
export function ForgotPasswordView({ redirect, onChangeView, ...props }: ViewProps) {
  const { t } = useTranslation();
  const request = useRequestPasswordReset(recoveryUrl(window.location.origin, redirect));
  return (
    <AddressForm
      email={props.email}
      onEmailChange={props.onEmailChange}
      notice={props.notice}
      submitLabel={t('auth.sendReset')}
      busyLabel={t('auth.sendingReset')}
      sentText={t('auth.resetSent')}
      request={request}
      onEnterCode={() => onChangeView('verify-code', 'recovery')}
    />
  );
}
