import { useTranslation } from 'react-i18next';
import type { Analytics } from '@/shared/api/database-types.ts';
import { shareOf } from '../model/figures.ts';
import { ChartCard } from './chart-card.tsx';
import { HorizontalBar } from './horizontal-bars.tsx';
import type { NumberFormats } from './use-number-formats.ts';

interface FunnelProps {
  analytics: Analytics;
  figures: NumberFormats;
  fileName: string;
}

const STEPS = ['scans', 'joins', 'answered', 'leads'] as const;

/**
 * From the scan to the lead: how many came through each step, which part of the one before, and how
 * that compares.
 */
export function Funnel({ analytics: { current, before }, figures, fileName }: FunnelProps) {
  const { t } = useTranslation();
  const most = Math.max(...STEPS.map((step) => current[step]));
  const rates = {
    scans: null,
    // Other chats have no scans.
    joins: shareOf(current.code_joins, current.scans),
    answered: shareOf(current.answered, current.joins),
    leads: shareOf(current.leads, current.joins),
  };
  return (
    <ChartCard
      title={t('analytics.funnel')}
      fileName={`${fileName}-funnel`}
      formatNumber={figures.number}
      table={{
        columns: [
          t('analytics.step'),
          t('analytics.count'),
          ...(before ? [t('analytics.beforeColumn')] : []),
        ],
        rows: STEPS.map((step) => [t(`analytics.${step}`), current[step], ...(before ? [before[step]] : [])]),
      }}
    >
      <ul className="grid xs:grid-cols-2 gap-x-5 gap-y-6 sm:grid-cols-4">
        {STEPS.map((step) => {
          const rate = rates[step];
          const change = before && figures.change(current[step], before[step]);
          return (
            <li key={step} className="flex min-w-0 flex-col">
              <span className="text-ink-soft text-sm">{t(`analytics.${step}`)}</span>
              <span className="mt-0.5 mb-2 font-semibold text-xl tabular-nums">
                {figures.number(current[step])}
              </span>
              <HorizontalBar value={current[step]} most={most} color="joins" />
              {step !== 'scans' && (
                <span className="mt-2 text-xs">
                  {rate === null
                    ? '–'
                    : t(step === 'joins' ? 'analytics.ofScans' : 'analytics.ofJoins', {
                        share: figures.percent(rate),
                      })}
                </span>
              )}
              {before && (
                <span className={`text-ink-soft text-xs ${step === 'scans' ? 'mt-2' : ''}`}>
                  {t('analytics.before', { value: figures.number(before[step]) })}
                  {change && (
                    <span className="ms-1.5 font-semibold text-ink">
                      <bdi>{change}</bdi>
                    </span>
                  )}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </ChartCard>
  );
}
