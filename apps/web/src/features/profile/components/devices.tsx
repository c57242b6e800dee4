import { useTranslation } from 'react-i18next';
import { formatAgo } from '@/shared/format/format-date.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { LoadingText } from '@/shared/ui/status/loading-text.tsx';
import { type DeviceSession, useDeviceSessions, useEndOtherSessions, useEndSession } from '../api/devices.ts';
import { browserName } from '../model/browser-name.ts';

/** The devices on which the user is signed in, with a button to sign each out. */
export function Devices({ userId, className }: { userId: string; className?: string }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useDeviceSessions(userId);
  const endOthers = useEndOtherSessions(userId);
  const hasOthers = data === null || (data?.some(({ current }) => !current) ?? false);
  return (
    <section aria-labelledby="devices" className={cn('grid gap-3', className)}>
      <div>
        <h2 id="devices" className="text-lg">
          {t('devices.title')}
        </h2>
        <p className="mt-1 text-ink-soft text-sm">{t('devices.text')}</p>
      </div>
      {data === undefined && !isError && <LoadingText text={t('devices.loading')} />}
      {isError && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-danger text-sm">{t('devices.loadFailed')}</p>
          <Button variant="secondary" onClick={() => void refetch()}>
            {t('devices.again')}
          </Button>
        </div>
      )}
      {data && (
        <ul className="grid gap-2">
          {data.map((session) => (
            <DeviceRow key={session.id} userId={userId} session={session} />
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={endOthers.isPending}
          onClick={() =>
            endOthers.mutate(undefined, {
              onSuccess: () => toast.success(t('devices.othersEnded')),
              onError: () => toast.error(t('common.error'), { description: t('devices.failed') }),
            })
          }
        >
          {t('devices.endOthers')}
        </Button>
      )}
    </section>
  );
}

function DeviceRow({ userId, session }: { userId: string; session: DeviceSession }) {
  const { t, i18n } = useTranslation();
  const end = useEndSession(userId);
  const { browser, system } = browserName(session.user_agent);
  const name =
    browser && system ? t('devices.name', { browser, system }) : (browser ?? system ?? t('devices.unknown'));
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border bg-surface p-3">
      <div className="min-w-0 flex-1 basis-36 text-sm">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-ink-soft text-xs">
          {t('devices.lastSeen', { ago: formatAgo(session.last_seen_at, i18n.language, Date.now()) })}
        </p>
      </div>
      {session.current ? (
        <Badge>{t('devices.thisDevice')}</Badge>
      ) : (
        <Button
          variant="secondary"
          busy={end.isPending}
          aria-label={t('devices.endNamed', { name })}
          onClick={() =>
            end.mutate(session.id, {
              onSuccess: () => toast.success(t('devices.ended', { name })),
              onError: () => toast.error(t('common.error'), { description: t('devices.failed') }),
            })
          }
        >
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}
