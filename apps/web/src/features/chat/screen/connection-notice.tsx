import { CloudOff, LoaderCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReachability } from '@/shared/api/reachability.ts';
import type { Connection } from '../sync/live-chat.ts';

/** Shorter interruptions are not worth a word. */
const PATIENCE_MS = 1_500;
/**
 * A page that has just been opened shows its messages first, and asks for live changes after that
 * (`shared/async/after-load.ts`).
 */
const FIRST_PATIENCE_MS = 8_000;

/**
 * A quiet line while live updates are interrupted; in a chat it replaces the app's offline banner.
 */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const { t } = useTranslation();
  const network = useReachability();
  const [late, setLate] = useState(false);
  const wasLive = useRef(false);
  const isLive = connection === 'live';

  useEffect(() => {
    if (isLive) {
      wasLive.current = true;
      return setLate(false);
    }
    const timer = setTimeout(() => setLate(true), wasLive.current ? PATIENCE_MS : FIRST_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLive]);

  return (
    <div role="status" aria-live="polite">
      {(network !== 'online' || (late && !isLive)) && (
        <p className="flex animate-fade items-center justify-center gap-2 bg-warning-tint px-4 py-1.5 text-warning text-xs">
          {network === 'online' ? (
            <LoaderCircle aria-hidden="true" className="size-4 shrink-0 animate-spin" />
          ) : (
            <CloudOff aria-hidden="true" className="size-4 shrink-0" />
          )}
          {network === 'online' && t('chat.reconnecting')}
          {network === 'offline' && t('common.offline')}
          {network === 'unreachable' && t('network.unreachable')}
        </p>
      )}
    </div>
  );
}
