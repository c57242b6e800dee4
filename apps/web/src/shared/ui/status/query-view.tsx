import type { UseQueryResult } from '@tanstack/react-query';
import { CloudOff, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button.tsx';
import { EmptyState } from './empty-state.tsx';
import { LoadingText } from './loading-text.tsx';

/** The part of a query that decides its look. */
export type ShownQuery<Data> = Pick<
  UseQueryResult<Data>,
  'fetchStatus' | 'isError' | 'errorUpdateCount' | 'isRefetchError' | 'isFetching'
> & { data: Data | undefined; refetch(): unknown };

interface QueryViewProps<Data> {
  query: ShownQuery<Data>;
  /** Announced to screen readers while the skeleton shows. */
  loadingText: string;
  skeleton: ReactNode;
  isEmpty: (data: Data) => boolean;
  empty: ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * The four states of a list beside its normal one: loading, empty, error with a retry, offline.
 * Known rows stay visible when a refresh fails, with a note that they may be old; offline, the
 * app's banner is that note.
 */
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
    // While it is tried again the message stays and its button turns: nothing jumps, and the focus
    // stays where it is.
    if (query.isError || query.errorUpdateCount > 0) {
      return (
        <EmptyState icon={CloudOff} title={t('common.listFailed')} text={t('common.listFailedText')} alert>
          <RetryButton query={query} />
        </EmptyState>
      );
    }
    return (
      <div>
        <LoadingText text={loadingText} className="mb-3" />
        {skeleton}
      </div>
    );
  }

  return (
    <>
      {query.isRefetchError && !offline && (
        <div className="mb-3 flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
          <p role="status" className="flex items-center gap-2">
            <CloudOff aria-hidden="true" className="size-4 shrink-0" />
            {t('common.staleFailed')}
          </p>
          <RetryButton query={query} inline />
        </div>
      )}
      {isEmpty(query.data) ? empty : children(query.data)}
    </>
  );
}

function RetryButton<Data>({ query, inline }: { query: ShownQuery<Data>; inline?: boolean }) {
  const { t } = useTranslation();
  return (
    <Button
      variant={inline ? 'link' : 'secondary'}
      size={inline ? 'inline' : 'md'}
      busy={query.isFetching}
      onClick={() => void query.refetch()}
    >
      {t('common.tryAgain')}
    </Button>
  );
}
