import { useTranslation } from 'react-i18next';
import { Alert } from '@/shared/ui/alert.tsx';
import { Button } from '@/shared/ui/button.tsx';

/** Somebody else has saved meanwhile: nothing is written over, and nothing is thrown away unasked. */
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
