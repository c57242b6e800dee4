import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';

interface MailSentProps {
  text: string;
  onEnterCode: () => void;
}

/**
 * Confirms that a mail was sent, and offers to enter its code for users who read it elsewhere.
 */
export function MailSent({ text, onEnterCode }: MailSentProps) {
  const { t } = useTranslation();
  return (
    <div>
      <Alert tone="success">{text}</Alert>
      <Button variant="link" size="inline" className="-ms-1 mt-1" onClick={onEnterCode}>
        {t('auth.enterCode')}
      </Button>
    </div>
  );
}
