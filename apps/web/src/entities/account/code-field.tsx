import { useTranslation } from 'react-i18next';
import { TextField } from '@/shared/ui/form/field.tsx';

interface CodeFieldProps {
  code: string;
  onCodeChange: (code: string) => void;
  hint?: string;
  /** The label of a code that does not come by mail. */
  label?: string;
}

/** The code of a mail, a message or an app; a phone offers it from there. */
export function CodeField({ code, onCodeChange, hint, label }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      label={label ?? t('auth.token')}
      {...(hint !== undefined && { hint })}
      name="token"
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      className="text-lg tabular-nums tracking-widest rtl:text-end"
      value={code}
      onChange={(event) => onCodeChange(event.target.value)}
    />
  );
}
