import { useTranslation } from 'react-i18next';
import type { Analytics } from '@/shared/api/database-types.ts';
import { busySpan } from '../model/figures.ts';
import { ChartCard } from './chart-card.tsx';
import { ColumnChart } from './column-chart.tsx';
import type { NumberFormats } from './use-number-formats.ts';

interface TimeChartProps {
  analytics: Analytics;
  figures: NumberFormats;
  fileName: string;
}

/** The fewest hours of a day that are drawn. */
const LEAST_HOURS = 10;

const LABEL_ROOM = { hour: 50, day: 54, month: 78 };

/**
 * Scans and chats hour by hour, day by day, or month by month, with the chats of the span before.
 */
export function TimeChart({ analytics: { unit, series }, figures, fileName }: TimeChartProps) {
  const { t } = useTranslation();
  const compared = series.some(({ joins_before }) => joins_before !== null);
  const beforeName = unit === 'hour' ? t('analytics.joinsDayBefore') : t('analytics.joinsBefore');
  const name = figures.step(unit);
  // The chart leaves out the night of a fair. The table includes it.
  const busy = busySpan(
    series.map((step) => step.scans + step.joins + (step.joins_before ?? 0)),
    unit === 'hour' ? LEAST_HOURS : series.length,
  );
  const drawn = series.slice(busy.start, busy.end);
  return (
    <ChartCard
      title={t(`analytics.by.${unit}`)}
      fileName={`${fileName}-${unit}`}
      formatNumber={figures.number}
      table={{
        columns: [
          t(`analytics.units.${unit}`),
          t('analytics.scans'),
          t('analytics.joins'),
          t('analytics.answered'),
          ...(compared ? [beforeName] : []),
        ],
        rows: series.map((step) => [
          name(step.at),
          step.scans,
          step.joins,
          step.answered,
          ...(compared ? [step.joins_before] : []),
        ]),
      }}
    >
      <ColumnChart
        steps={drawn.map(({ at }) => name(at))}
        columns={[
          { name: t('analytics.scans'), color: 'scans', values: drawn.map(({ scans }) => scans) },
          { name: t('analytics.joins'), color: 'joins', values: drawn.map(({ joins }) => joins) },
        ]}
        line={
          compared
            ? { name: beforeName, color: 'before', values: drawn.map((step) => step.joins_before ?? 0) }
            : undefined
        }
        labelRoom={LABEL_ROOM[unit]}
        formatNumber={figures.number}
      />
    </ChartCard>
  );
}

/** At which hours people come, all days together. */
export function HoursChart({ analytics: { hours }, figures, fileName }: TimeChartProps) {
  const { t } = useTranslation();
  const busy = busySpan(
    hours.map(({ scans, joins }) => scans + joins),
    LEAST_HOURS,
  );
  const drawn = hours.slice(busy.start, busy.end);
  return (
    <ChartCard
      title={t('analytics.hours')}
      text={t('analytics.hoursText')}
      fileName={`${fileName}-hours`}
      formatNumber={figures.number}
      table={{
        columns: [t('analytics.units.hour'), t('analytics.scans'), t('analytics.joins')],
        rows: hours.map(({ hour, scans, joins }) => [figures.hourOfDay(hour), scans, joins]),
      }}
    >
      <ColumnChart
        steps={drawn.map(({ hour }) => figures.hourOfDay(hour))}
        columns={[
          { name: t('analytics.scans'), color: 'scans', values: drawn.map(({ scans }) => scans) },
          { name: t('analytics.joins'), color: 'joins', values: drawn.map(({ joins }) => joins) },
        ]}
        labelRoom={LABEL_ROOM.hour}
        formatNumber={figures.number}
      />
    </ChartCard>
  );
}
