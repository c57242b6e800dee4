import { dashboardPath } from '@dragoman/domain/routes';
import { useQueryClient } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { useChatList } from '@/entities/chat/chat-list-query.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { Analytics, Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { useLiveRows } from '@/shared/hooks/use-live-rows.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { usePageVisible } from '@/shared/hooks/use-page-visible.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Input } from '@/shared/ui/form/input.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useAnalytics } from '../api/get-analytics.ts';
import { daysOf, isRunning, type Period, paramOf, periodOf, SPANS } from '../model/period.ts';
import { deviceZone } from '../model/zone-name.ts';
import { CodesChart, LanguagesChart, PeopleChart } from './breakdowns.tsx';
import { Funnel } from './funnel.tsx';
import { ResponseTimes } from './response-times.tsx';
import { HoursChart, TimeChart } from './time-charts.tsx';
import { type NumberFormats, useNumberFormats } from './use-number-formats.ts';

/** A vendor's figures, live. The period is in the address. */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const vendor = useCurrentProfile();
  const boothId = useBoothId(vendor);
  const [params, setParams] = useSearchParams();
  const period = periodOf(params.get('period'));
  const zone = useMemo(deviceZone, []);
  // The day also ends at midnight for a user who leaves the page open.
  const now = new Date(useNow());
  const { first, last } = daysOf(period, now);
  const query = useAnalytics(boothId, { zone, first, last }, isRunning(last, now));
  const figures = useNumberFormats(zone);
  useLiveAnalytics(vendor, boothId);

  function choose(chosen: Period): void {
    const value = paramOf(chosen);
    setParams(value ? { period: value } : {}, { replace: true });
  }

  return (
    <>
      <PageHeading title={t('analytics.title')} text={t('analytics.text')} />
      <PeriodPicker period={period} onChange={choose} />
      <div className="mt-5">
        <QueryView
          query={query}
          loadingText={t('analytics.loading')}
          skeleton={<AnalyticsSkeleton />}
          isEmpty={({ current, before }) => isNothing(current) && (before === null || isNothing(before))}
          empty={<NothingYet all={period === 'all'} onShowAll={() => choose('all')} />}
        >
          {(analytics) => (
            <div className={cn('transition-opacity duration-150', query.isPlaceholderData && 'opacity-60')}>
              <Caption analytics={analytics} period={period} figures={figures} />
              <Charts analytics={analytics} figures={figures} />
            </div>
          )}
        </QueryView>
      </div>
    </>
  );
}

function isNothing({ scans, joins }: Analytics['current']): boolean {
  return scans + joins === 0;
}

interface CaptionProps {
  analytics: Analytics;
  period: Period;
  figures: NumberFormats;
}

/** The days of the figures, the days compared with, and the figures' age. */
function Caption({ analytics, period, figures }: CaptionProps) {
  const { t } = useTranslation();
  const { from, to, read_at, before_until } = analytics;
  // The end is exclusive.
  const lastMoment = new Date(Date.parse(to) - 1).toISOString();
  const [firstDay, lastDay] = [figures.date(from), figures.date(lastMoment)];
  const compared =
    before_until === null
      ? null
      : period === 'week'
        ? t('analytics.comparedWeek')
        : period === 'today'
          ? t('analytics.comparedUntil', { time: figures.time(before_until) })
          : t('analytics.comparedDay');
  return (
    <p className="mb-4 flex flex-wrap gap-x-4 gap-y-0.5 text-ink-soft text-sm">
      <span className="font-semibold text-ink">
        {firstDay === lastDay ? firstDay : `${firstDay} – ${lastDay}`}
      </span>
      {compared && <span>{compared}</span>}
      <span>{t('analytics.updated', { time: figures.time(read_at) })}</span>
    </p>
  );
}

function Charts({ analytics, figures }: { analytics: Analytics; figures: NumberFormats }) {
  const fileName = `analytics-${localDay(0, new Date(analytics.from))}`;
  const shared = { analytics, figures, fileName };
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <div className="min-w-0 md:col-span-2">
        <Funnel {...shared} />
      </div>
      <div className="min-w-0 md:col-span-2">
        <TimeChart {...shared} />
      </div>
      <ResponseTimes {...shared} />
      <CodesChart {...shared} />
      <div className={cn('min-w-0', analytics.unit === 'hour' && 'md:col-span-2')}>
        <LanguagesChart {...shared} />
      </div>
      {analytics.unit !== 'hour' && <HoursChart {...shared} />}
      {analytics.people && analytics.people.length > 0 && (
        <div className="min-w-0 md:col-span-2">
          <PeopleChart people={analytics.people} figures={figures} fileName={fileName} />
        </div>
      )}
    </div>
  );
}

function NothingYet({ all, onShowAll }: { all: boolean; onShowAll: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={ChartColumn} title={t('analytics.emptyTitle')} text={t('analytics.emptyText')}>
      <div className="flex flex-wrap justify-center gap-2">
        <Button asChild>
          <Link to={`${dashboardPath('vendor')}/qr-codes`}>{t('analytics.emptyAction')}</Link>
        </Button>
        {!all && (
          <Button variant="secondary" onClick={onShowAll}>
            {t('analytics.showAll')}
          </Button>
        )}
      </div>
    </EmptyState>
  );
}

/** The shape of the figures before they come. */
function AnalyticsSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-72 rounded-card sm:h-52 md:col-span-2" />
      <Skeleton className="h-80 rounded-card md:col-span-2" />
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-96 rounded-card" />
    </div>
  );
}

interface PeriodPickerProps {
  period: Period;
  onChange: (period: Period) => void;
}

/** Today, yesterday, a week, everything, or one day of the calendar. */
function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const { t } = useTranslation();
  const day = typeof period === 'object' ? period.day : '';
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="flex flex-wrap gap-1 rounded-control bg-sunken p-1 max-sm:w-full">
        <legend className="sr-only">{t('analytics.period')}</legend>
        {SPANS.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={period === span}
            onClick={() => onChange(span)}
            className={cn(
              'min-h-11 flex-1 whitespace-nowrap rounded-control px-3 font-semibold text-sm transition-colors duration-150 sm:px-4',
              period === span ? 'bg-surface text-primary shadow-soft' : 'text-ink-soft hover:text-ink',
            )}
          >
            {t(`analytics.periods.${span}`)}
          </button>
        ))}
      </fieldset>
      <Input
        type="date"
        aria-label={t('analytics.day')}
        value={day}
        max={localDay()}
        onChange={({ target }) => onChange(target.value ? { day: target.value } : 'today')}
        className={cn('w-auto max-sm:w-full', day && 'border-primary text-primary')}
      />
    </div>
  );
}

/** A busy booth gets a message every second, and figures need not change that fast. */
const AT_MOST_EVERY_MS = 5_000;

/**
 * Keeps the figures current: a change in the list of chats (a visitor joins, a message, an answer)
 * or in the leads refetches them, at once and then at most every five seconds, and only while the
 * page is visible.
 * @param boothId whose figures they are
 */
function useLiveAnalytics(vendor: Profile, boothId: string): void {
  const queryClient = useQueryClient();
  const visible = usePageVisible();
  const { data: chats } = useChatList(vendor);
  const seen = useRef(chats);
  const readAt = useRef(0);
  useLiveRows('leads', boothId, queryKeys.analytics.all);

  useEffect(() => {
    if (!visible || !chats || seen.current === chats) return;
    const first = seen.current === undefined;
    // The list has just been loaded, and so have the figures.
    if (first) {
      seen.current = chats;
      return;
    }
    const wait = Math.max(0, readAt.current + AT_MOST_EVERY_MS - Date.now());
    const timer = setTimeout(() => {
      seen.current = chats;
      readAt.current = Date.now();
      void queryClient.invalidateQueries({ queryKey: queryKeys.analytics.all(boothId) });
    }, wait);
    return () => clearTimeout(timer);
  }, [chats, visible, boothId, queryClient]);
}
