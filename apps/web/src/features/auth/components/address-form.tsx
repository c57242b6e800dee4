import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { EmailField } from '@/entities/account/email-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { MailSent } from './mail-sent.tsx';
import type { ViewProps } from './view-props.ts';

interface AddressFormProps extends Pick<ViewProps, 'email' | 'onEmailChange' | 'notice'> {
  submitLabel: string;
  busyLabel: string;
  sentText: string;
  request: {
    isPending: boolean;
    isSuccess: boolean;
    error: Error | null;
    mutate: (email: string) => void;
  };
  onEnterCode: () => void;
}

/** An address and one button: the common part of the two forms that request a mail. */
export function AddressForm(props: AddressFormProps) {
  const { t } = useTranslation();
  const { request } = props;
  const [empty, setEmpty] = useState(false);
  const failure = request.error ? authErrorText(t, request.error) : undefined;

  function submit() {
    const email = props.email.trim();
    setEmpty(!email);
    if (email) request.mutate(email);
  }

  return (
    <AuthForm
      submitLabel={props.submitLabel}
      busyLabel={props.busyLabel}
      busy={request.isPending}
      error={empty ? t('auth.missingEmail') : failure}
      success={
        request.isSuccess ? <MailSent text={props.sentText} onEnterCode={props.onEnterCode} /> : undefined
      }
      notice={props.notice}
      onSubmit={submit}
    >
      <EmailField email={props.email} onEmailChange={props.onEmailChange} />
    </AuthForm>
  );
}
