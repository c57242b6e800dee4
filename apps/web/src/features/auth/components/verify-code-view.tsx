import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../components/ui/field.tsx';
import { useVerifyCode } from '../api/mailed-codes.ts';
import { authErrorText } from '../model/auth-error-text.ts';
import { readTypedCode } from '../model/typed-code.ts';
import { AuthForm } from './auth-form.tsx';
import { EmailField } from './email-field.tsx';
import type { ViewProps } from './login-forms.tsx';

/** Typing the code of a mail instead of opening its link. */
export function VerifyCodeView({ email, onEmailChange, codePurpose, notice }: ViewProps) {
  const { t } = useTranslation();
  const verify = useVerifyCode();
  const [typed, setTyped] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const failure = verify.error ? authErrorText(verify.error, t('auth.unreachable')) : undefined;

  function submit() {
    const code = { email: email.trim(), code: readTypedCode(typed), purpose: codePurpose };
    const complete = code.email !== '' && code.code !== '';
    setIncomplete(!complete);
    if (complete) verify.mutate(code);
  }

  return (
    <AuthForm
      submitLabel={t('auth.verifyToken')}
      busyLabel={t('auth.verifying')}
      busy={verify.isPending}
      error={incomplete ? t('auth.missingToken') : failure}
      notice={notice}
      onSubmit={submit}
    >
      <EmailField email={email} onEmailChange={onEmailChange} />
      <TextField
        label={t('auth.token')}
        hint={t('auth.tokenHint')}
        name="token"
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        className="text-lg tabular-nums tracking-widest rtl:text-end"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AuthForm>
  );
}
