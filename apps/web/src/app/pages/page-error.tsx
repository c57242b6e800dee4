import { HOME_PATH } from '@dragoman/domain/routes';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReachability } from '@/shared/api/reachability.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { clearOfflineCache } from '@/shared/offline/offline-cache-database.ts';
import { Button } from '@/shared/ui/button.tsx';
import { isChunkLoadError, shouldReload } from './chunk-load-error.ts';

/**
 * Shown when a page throws, or its code cannot be loaded. A release replaces the code of pages:
 * then the page reloads automatically, once. Both buttons restart the app, because its state may be
 * the fault.
 */
export function PageError({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const offline = useReachability() === 'offline';
  const missing = isChunkLoadError(error);
  const [reloading, setReloading] = useState(missing && !offline);

  // Not while rendering: React may render more than once before anything is shown, and a reload is
  // allowed once.
  useEffect(() => {
    if (!reloading) return;
    if (shouldReload()) window.location.reload();
    else setReloading(false);
  }, [reloading]);

  // Stored data returns with every start, so it is deleted in case it causes the error.
  useEffect(() => {
    if (!missing) void clearOfflineCache();
  }, [missing]);

  // Coming back online is as good as pressing the button.
  useEffect(() => {
    if (!missing || !offline) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [missing, offline]);

  if (reloading) return <LoadingScreen />;
  const needsNetwork = missing && offline;
  return (
    <FullPage
      title={needsNetwork ? t('errors.offlinePageTitle') : t('errors.crashTitle')}
      text={needsNetwork ? t('errors.offlinePageText') : t('errors.crashText')}
    >
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>{t('errors.reload')}</Button>
        <Button asChild variant="secondary">
          <a href={HOME_PATH}>{t('common.goHome')}</a>
        </Button>
      </div>
    </FullPage>
  );
}
