import { CloudOff, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useReachability } from '@/shared/api/reachability.ts';

/**
 * The one place that says the network is away. It floats over the lower edge of the top bar, so
 * that nothing moves when it comes and goes, and lets touches through. A chat, whose header has no
 * room, says it in its own line.
 */
export function OfflineBanner() {
  const { t } = useTranslation();
  const state = useReachability();
  const inChat = useLocation().pathname.startsWith('/chat/');
  const Icon = state === 'offline' ? WifiOff : CloudOff;
  return (
    <div
      role="status"
      className="safe-x pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+3.1rem)] z-40 flex justify-center lg:top-2.5"
    >
      {state !== 'online' && !inChat && (
        <p className="flex animate-fade items-center gap-2 rounded-full border border-warning/30 bg-warning-tint px-3.5 py-1 text-warning text-xs shadow-soft">
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {state === 'offline' ? t('common.offline') : t('network.unreachable')}
        </p>
      )}
    </div>
  );
}
