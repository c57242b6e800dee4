import { useTranslation } from 'react-i18next';
import { TextField } from '@/shared/ui/form/field.tsx';

interface EmailFieldProps {
  email: string;
  onEmailChange: (email: string) => void;
}

/** The address of an account, under the name by which password managers know it. */
export function EmailField({ email, onEmailChange }: EmailFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('auth.email')}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="rtl:text-end"
      value={email}
      onChange={(event) => onEmailChange(event.target.value)}
    />
  );
}
