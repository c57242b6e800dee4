import { CloudOff, LoaderCircle } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Connection } from '../api/live-chat.ts';

/** Shorter interruptions are not worth a word. */
const PATIENCE_MS = 1_500;

/** A quiet line while nothing arrives by itself. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const [late, setLate] = useState(false);
  const isLive = connection === 'live';

  useEffect(() => {
    if (isLive) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLive]);

  const shown = !online || (late && !isLive);
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <p className="flex animate-fade items-center justify-center gap-2 bg-warning-tint px-4 py-1.5 text-warning text-xs">
          {online ? (
            <LoaderCircle aria-hidden="true" className="size-4 shrink-0 animate-spin" />
          ) : (
            <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          )}
          {online ? t('chat.reconnecting') : t('chat.offline')}
        </p>
      )}
    </div>
  );
}

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
