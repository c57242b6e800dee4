import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Backend, BackendContext, createBackend } from '@/shared/api/supabase.ts';
import { loadConfig } from '@/shared/config/config.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { Button } from '@/shared/ui/button.tsx';

type Start = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; backend: Backend };

let ready: Backend | undefined;

// Asked for once, as the module loads: in strict mode effects run twice, and two clients would fight over one session.
let firstLoad: Promise<Backend> | undefined = startBackend();
firstLoad.catch(() => {});

async function startBackend(): Promise<Backend> {
  ready = createBackend(await loadConfig());
  return ready;
}

/**
 * Waits until the provider can render its children at once. Never rejects: the provider shows the
 * error.
 */
export async function preloadBackend(): Promise<void> {
  await firstLoad?.catch(() => {});
}

/** Loads the configuration, makes the client, and shows a way to try again when the server cannot be reached. */
export function BackendProvider({ children }: { children: ReactNode }) {
  const [start, setStart] = useState<Start>(() =>
    ready ? { status: 'ready', backend: ready } : { status: 'loading' },
  );

  const load = useCallback(() => {
    setStart((now) => (now.status === 'ready' ? now : { status: 'loading' }));
    firstLoad ??= startBackend();
    firstLoad
      .then((backend) => setStart({ status: 'ready', backend }))
      .catch(() => {
        firstLoad = undefined;
        setStart({ status: 'failed' });
      });
  }, []);

  useEffect(load, [load]);

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
