import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { CodeField } from '@/entities/account/code-field.tsx';
import { EmailField } from '@/entities/account/email-field.tsx';
import { readTypedCode } from '@/shared/format/typed-code.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useSendNewCode, useVerifyCode } from '../api/mailed-codes.ts';
import { codeTarget } from '../model/login-view.ts';
import { AuthForm } from './auth-form.tsx';
import type { ViewProps } from './view-props.ts';

const SENT_TEXTS = {
  signup: 'auth.checkEmail',
  email: 'auth.magicLinkSent',
  recovery: 'auth.resetSent',
} as const;

/**
 * Typing the code of a mail instead of opening its link; a mail that does not come is sent again.
 */
export function VerifyCodeView({ email, onEmailChange, redirect, codePurpose, notice }: ViewProps) {
  const { t } = useTranslation();
  const verify = useVerifyCode();
  const another = useSendNewCode(codePurpose, codeTarget(codePurpose, window.location.origin, redirect));
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState<'email' | 'code' | null>(null);
  const refused = verify.error ?? another.error;
  const failure = refused ? authErrorText(t, refused) : undefined;
  const address = email.trim();

  function submit() {
    const code = readTypedCode(typed);
    another.reset();
    setMissing(address && code ? null : 'code');
    if (address && code) verify.mutate({ email: address, code, purpose: codePurpose });
  }

  function sendAgain() {
    verify.reset();
    setMissing(address ? null : 'email');
    if (address) another.mutate(address);
  }

  return (
    <>
      <AuthForm
        submitLabel={t('auth.verifyToken')}
        busyLabel={t('auth.verifying')}
        busy={verify.isPending}
        error={missing ? t(missing === 'email' ? 'auth.missingEmail' : 'auth.missingToken') : failure}
        success={another.isSuccess ? <Alert tone="success">{t(SENT_TEXTS[codePurpose])}</Alert> : undefined}
        notice={notice}
        onSubmit={submit}
      >
        <EmailField email={email} onEmailChange={onEmailChange} />
        <CodeField code={typed} onCodeChange={setTyped} hint={t('auth.tokenHint')} />
      </AuthForm>
      <p className="mt-4 text-center">
        <Button variant="link" size="inline" busy={another.isPending} onClick={sendAgain}>
          {another.isPending ? t('auth.sendingNewCode') : t('auth.sendNewCode')}
        </Button>
      </p>
    </>
  );
}
