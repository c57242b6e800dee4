import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { CodeField } from '@/entities/account/code-field.tsx';
import { readTypedCode } from '@/shared/format/typed-code.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { factorToProve, useProveFactor, useSendFactorCode } from '../api/second-factor.ts';
import { AuthForm } from './auth-form.tsx';

/** The code of an authenticator app, or one that is sent to a phone. */
export function FactorCodeView({ user }: { user: User }) {
  const { t } = useTranslation();
  const factor = factorToProve(user);
  const isPhone = factor?.factor_type === 'phone';
  const send = useSendFactorCode(factor);
  const prove = useProveFactor(user, send.data);
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const refused = prove.error ?? send.error;

  function submit() {
    const code = readTypedCode(typed);
    setMissing(!code);
    if (code && !prove.isPending) prove.mutate(code);
  }

  return (
    <>
      <AuthForm
        submitLabel={t('secondFactor.submit')}
        busyLabel={t('auth.verifying')}
        busy={prove.isPending}
        error={missing ? t('secondFactor.missingCode') : refused ? authErrorText(t, refused) : undefined}
        notice={send.isSuccess && <Alert tone="success">{t('secondFactor.codeSent')}</Alert>}
        onSubmit={submit}
      >
        <CodeField
          label={t(isPhone ? 'secondFactor.phoneCode' : 'secondFactor.appCode')}
          code={typed}
          onCodeChange={setTyped}
          hint={t(isPhone ? 'secondFactor.phoneHint' : 'secondFactor.appHint')}
        />
      </AuthForm>
      {isPhone && (
        <p className="mt-4 text-center">
          <Button variant="link" size="inline" busy={send.isPending} onClick={() => send.mutate()}>
            {t('secondFactor.sendCode')}
          </Button>
        </p>
      )}
    </>
  );
}
