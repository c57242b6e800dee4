import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { isAction, isEventKind, type SecurityEvent } from './security-events.ts';

/** Enough of an account's id to tell it from another and to find it. */
const SHOWN_ID = 8;
/** The longest address of IPv4, which stays on one line. */
const IPV4_CHARACTERS = 15;

/** The entries of the security log: a table, of which a phone shows each row as a block. */
export function SecurityTable({ events }: { events: readonly SecurityEvent[] }) {
  const { t, i18n } = useTranslation();
  return (
    <table className="w-full text-sm max-md:block">
      <thead className="border-b max-md:sr-only">
        <tr>
          <Heading>{t('organiser.security.time')}</Heading>
          <Heading>{t('organiser.security.event')}</Heading>
          <Heading>{t('organiser.security.outcome')}</Heading>
          <Heading>{t('organiser.security.who')}</Heading>
          <Heading>{t('organiser.security.network')}</Heading>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {events.map((event) => (
          <tr key={event.id} className="border-b last:border-b-0 max-md:block max-md:py-3">
            <Cell>
              <time dateTime={event.at} className="text-ink-soft tabular-nums">
                {formatDateTime(event.at, i18n.language)}
              </time>
            </Cell>
            <Cell>
              <What event={event} />
            </Cell>
            <Cell>
              <Badge tone={event.outcome === 'failure' ? 'accent' : 'neutral'}>
                {t(`organiser.security.outcomes.${event.outcome}`)}
              </Badge>
            </Cell>
            <Cell>
              <Who event={event} />
            </Cell>
            <Cell>
              <bdi
                dir="ltr"
                className={cn((event.network?.length ?? 0) <= IPV4_CHARACTERS && 'whitespace-nowrap')}
              >
                {event.network ?? '–'}
              </bdi>
            </Cell>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Heading({ children }: { children: ReactNode }) {
  return (
    <th scope="col" className="px-2 py-2 text-start font-semibold text-ink-soft text-xs">
      {children}
    </th>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return <td className="wrap-anywhere px-2 py-2 align-top max-md:block max-md:py-0.5">{children}</td>;
}

function What({ event: { event, details, repeated } }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  const { action, target } = details;
  return (
    <>
      {isAction(action)
        ? t(`organiser.security.actions.${action}`)
        : isEventKind(event)
          ? t(`organiser.security.events.${event}`)
          : event}
      {target !== undefined && (
        <>
          {' '}
          <bdi className="text-ink-soft">{target}</bdi>
        </>
      )}
      {repeated > 1 && (
        <Badge tone="accent" className="ms-2">
          {t('organiser.security.times', { count: repeated })}
        </Badge>
      )}
    </>
  );
}

function Who({ event: { actor, userId } }: { event: SecurityEvent }) {
  const { t } = useTranslation();
  if (actor !== null) return <bdi>{actor}</bdi>;
  if (userId === null) return t('organiser.security.unknown');
  return (
    <>
      {t('organiser.security.user')}{' '}
      <bdi dir="ltr" className="font-mono text-xs" title={userId}>
        {userId.slice(0, SHOWN_ID)}
      </bdi>
    </>
  );
}
