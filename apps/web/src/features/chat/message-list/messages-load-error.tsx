import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { LoadingBubbles } from './loading-bubbles.tsx';

/** The list before its messages have loaded: loading, or failed. */
export function MessagesLoadError({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const { t } = useTranslation();
  if (failed) {
    return (
      <EmptyState icon={CloudOff} title={t('chat.loadFailed')} text={t('chat.loadFailedText')} alert>
        <Button variant="secondary" onClick={onRetry}>
          {t('common.tryAgain')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-3 py-4">
      <p role="status" className="sr-only">
        {t('chat.loading')}
      </p>
      <LoadingBubbles />
    </div>
  );
}
