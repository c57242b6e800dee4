import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Backend, BackendContext, createBackend } from '@/shared/api/supabase.ts';
import { loadConfig } from '@/shared/config/config.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { Button } from '@/shared/ui/button.tsx';

type Start = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; backend: Backend };

// One load for the whole page: in strict mode effects run twice, and two clients would compete for
// one session.
let loading: Promise<Backend> | undefined;

function loadBackend(): Promise<Backend> {
  loading ??= loadConfig().then(createBackend);
  return loading;
}

/**
 * @returns the backend for {@link BackendProvider}; undefined when it cannot be loaded: the
 * provider then shows the error
 */
export async function preloadBackend(): Promise<Backend | undefined> {
  return loadBackend().catch(() => undefined);
}

interface BackendProviderProps {
  /** Known before the first render; absent: the provider loads it. */
  initial: Backend | undefined;
  children: ReactNode;
}

/**
 * Loads the configuration, creates the client, and offers to try again when the server cannot be
 * reached.
 */
export function BackendProvider({ initial, children }: BackendProviderProps) {
  const [start, setStart] = useState<Start>(() =>
    initial ? { status: 'ready', backend: initial } : { status: 'loading' },
  );

  const load = useCallback(() => {
    setStart((now) => (now.status === 'ready' ? now : { status: 'loading' }));
    loadBackend()
      .then((backend) => setStart({ status: 'ready', backend }))
      .catch(() => {
        loading = undefined;
        setStart({ status: 'failed' });
      });
  }, []);

  const isReady = initial !== undefined;
  useEffect(() => {
    if (!isReady) load();
  }, [isReady, load]);

  // Coming back online is as good as pressing the button.
  useEffect(() => {
    if (start.status !== 'failed') return;
    window.addEventListener('online', load);
    return () => window.removeEventListener('online', load);
  }, [start.status, load]);

  if (start.status === 'loading') return <LoadingScreen />;
  if (start.status === 'failed') return <StartFailed onRetry={load} />;
  return <BackendContext value={start.backend}>{children}</BackendContext>;
}

function StartFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <FullPage title={t('start.failedTitle')} text={t('start.failedText')}>
      <Button onClick={onRetry}>{t('common.tryAgain')}</Button>
    </FullPage>
  );
}
