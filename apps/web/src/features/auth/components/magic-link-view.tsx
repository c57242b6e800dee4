import { useTranslation } from 'react-i18next';
import { useRequestMagicLink } from '../api/mailed-codes.ts';
import { confirmationUrl } from '../model/login-view.ts';
import { AddressForm } from './address-form.tsx';
import type { ViewProps } from './view-props.ts';

/**
 * Signing in by a mailed link. No link leads to this view (specification 2.3);
 * `/login?view=magic-link` does.
 */
export function MagicLinkView({ redirect, onChangeView, ...props }: ViewProps) {
  const { t } = useTranslation();
  const request = useRequestMagicLink(confirmationUrl(window.location.origin, redirect));
  return (
    <AddressForm
      email={props.email}
      onEmailChange={props.onEmailChange}
      notice={props.notice}
      submitLabel={t('auth.sendMagicLink')}
      busyLabel={t('auth.sendingMagicLink')}
      sentText={t('auth.magicLinkSent')}
      request={request}
      onEnterCode={() => onChangeView('verify-code')}
    />
  );
}
