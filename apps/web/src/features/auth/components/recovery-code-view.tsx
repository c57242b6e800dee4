import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { useRecoveryCode } from '@/entities/account/recovery-codes.ts';
import { TextField } from '@/shared/ui/form/field.tsx';
import { AuthForm } from './auth-form.tsx';

/** The form for a recovery code, for users who have lost the second factor. */
export function RecoveryCodeView() {
  const { t } = useTranslation();
  const recover = useRecoveryCode();
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);

  function submit() {
    const code = typed.trim();
    setMissing(!code);
    if (code) recover.mutate(code);
  }

  return (
    <AuthForm
      submitLabel={t('secondFactor.submit')}
      busyLabel={t('auth.verifying')}
      busy={recover.isPending}
      error={
        missing
          ? t('secondFactor.missingRecoveryCode')
          : recover.error
            ? authErrorText(t, recover.error)
            : undefined
      }
      onSubmit={submit}
    >
      <TextField
        label={t('secondFactor.recoveryCode')}
        hint={t('secondFactor.recoveryHint')}
        name="recovery-code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        dir="ltr"
        className="text-lg tabular-nums tracking-wide rtl:text-end"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AuthForm>
  );
}
