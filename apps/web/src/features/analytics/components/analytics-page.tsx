import { dashboardPath } from '@dragoman/domain/routes';
import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { Analytics } from '@/shared/api/database-types.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { useNow } from '@/shared/hooks/use-now.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { useAnalytics } from '../api/get-analytics.ts';
import { daysOf, isRunning, type Period, paramOf, periodOf } from '../model/period.ts';
import { deviceZone } from '../model/zone-name.ts';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { CodesChart, LanguagesChart, PeopleChart } from './breakdowns.tsx';
import { Funnel } from './funnel.tsx';
import { PeriodPicker } from './period-picker.tsx';
import { ResponseTimes } from './response-times.tsx';
import { HoursChart, TimeChart } from './time-charts.tsx';
import { useLiveAnalytics } from './use-live-analytics.ts';
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
