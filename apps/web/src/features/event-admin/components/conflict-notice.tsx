import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';

/**
 * Another administrator has saved in the meantime: the form neither overwrites that nor discards
 * the typed text without a question.
 */
export function ConflictNotice({ onLoadAgain }: { onLoadAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert tone="danger">
      {t('organiser.conflict')}{' '}
      <Button variant="link" size="inline" onClick={onLoadAgain}>
        {t('organiser.loadAgain')}
      </Button>
    </Alert>
  );
}
