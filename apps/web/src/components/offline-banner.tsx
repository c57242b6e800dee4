import { CloudOff, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReachability } from '../lib/reachability.ts';

/**
 * The one place that says the network is away. It floats below the top bar, so that nothing moves when it comes and
 * goes, and lets touches through.
 */
export function OfflineBanner() {
  const { t } = useTranslation();
  const state = useReachability();
  const Icon = state === 'offline' ? WifiOff : CloudOff;
  return (
    <div
      role="status"
      className="safe-x pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.25rem)] z-40 flex justify-center lg:top-2.5"
    >
      {state !== 'online' && (
        <p className="flex animate-fade items-center gap-2 rounded-full border border-warning/30 bg-warning-tint px-3.5 py-1 text-warning text-xs shadow-soft">
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {state === 'offline' ? t('common.offline') : t('network.unreachable')}
        </p>
      )}
    </div>
  );
}
