import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { authErrorText } from '@/entities/account/auth-error-text.ts';
import { endPasswordRecovery } from '@/shared/auth/password-recovery.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { PasswordField } from '@/shared/ui/form/password-field.tsx';
import { useUpdatePassword } from '../api/update-password.ts';
import { AuthForm } from './auth-form.tsx';
import { LoginLayout } from './login-layout.tsx';

/**
 * Setting a new password after a recovery link or code (specification 2.3). The page moves on once
 * the user is updated.
 */
export function UpdatePasswordView({ user }: { user: User }) {
  const { t } = useTranslation();
  const update = useUpdatePassword(() => toast.success(t('auth.passwordUpdated')));
  const [password, setPassword] = useState('');
  const [empty, setEmpty] = useState(false);
  const failure = update.error ? authErrorText(t, update.error) : undefined;

  function submit() {
    setEmpty(!password);
    if (password) update.mutate(password);
  }

  return (
    <LoginLayout subtitle={t('auth.updateSubtitle')}>
      <AuthForm
        submitLabel={t('auth.updatePassword')}
        busyLabel={t('auth.updatingPassword')}
        busy={update.isPending}
        error={empty ? t('auth.missingNewPassword') : failure}
        onSubmit={submit}
      >
        {/* Tells a password manager whose password this is. */}
        <input type="email" name="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <PasswordField
          label={t('auth.newPassword')}
          name="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </AuthForm>
      <p className="mt-4 text-center">
        <Button variant="link" size="inline" onClick={endPasswordRecovery}>
          {t('auth.keepPassword')}
        </Button>
      </p>
    </LoginLayout>
  );
}
