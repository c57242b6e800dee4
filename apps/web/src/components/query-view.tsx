import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from './empty-state.tsx';
import { Button } from './ui/button.tsx';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  /** What screen readers hear while the skeleton shows. */
  loadingText: string;
  skeleton: ReactNode;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The four looks of a list beside its normal one: loading, empty, error with a retry, offline. */
export function QueryView<Data>({
  query,
  loadingText,
  skeleton,
  isEmpty,
  empty,
  children,
}: QueryViewProps<Data>) {
  const { t } = useTranslation();
  const offline = query.fetchStatus === 'paused';

  if (query.data === undefined) {
    if (offline) {
      return <EmptyState icon={WifiOff} title={t('common.offline')} text={t('common.offlineList')} />;
    }
    if (query.isError) {
      return (
        <EmptyState icon={CloudOff} title={t('common.listFailed')} text={t('common.listFailedText')} alert>
          <Button variant="secondary" onClick={() => void query.refetch()}>
            {t('common.tryAgain')}
          </Button>
        </EmptyState>
      );
    }
    return (
      <div>
        <p role="status" className="mb-3 text-ink-soft text-sm">
          {loadingText}
        </p>
        {skeleton}
      </div>
    );
  }

  return (
    <>
      {(offline || query.isRefetchError) && (
        <p role="status" className="mb-3 flex items-center gap-2 text-ink-soft text-sm">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {offline ? t('common.offlineStale') : t('common.staleFailed')}
        </p>
      )}
      {isEmpty(query.data) ? empty : children(query.data)}
    </>
  );
}
