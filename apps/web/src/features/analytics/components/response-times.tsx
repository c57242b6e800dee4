import { useTranslation } from 'react-i18next';
import type { Analytics } from '@/shared/api/database-types.ts';
import { ChartCard } from './chart-card.tsx';
import { HorizontalBars } from './horizontal-bars.tsx';
import type { NumberFormats } from './use-number-formats.ts';

interface ResponseTimesProps {
  analytics: Analytics;
  figures: NumberFormats;
  fileName: string;
}

const CLASSES = ['1', '5', '15', '60', '240', 'more'] as const;

/** The times that visitors waited for the first answer, and the number of those who still wait. */
export function ResponseTimes({
  analytics: { current, before, waits },
  figures,
  fileName,
}: ResponseTimesProps) {
  const { t } = useTranslation();
  const waiting = current.asked - current.answered;
  const names = CLASSES.map((name) => t(`analytics.waits.${name}`));
  const chats = t('analytics.chats');
  const format = (seconds: number | null | undefined) =>
    typeof seconds === 'number' ? figures.wait(seconds) : '–';
  return (
    <ChartCard
      title={t('analytics.firstAnswer')}
      text={t('analytics.firstAnswerText')}
      fileName={`${fileName}-first-answer`}
      formatNumber={figures.number}
      table={{
        columns: [t('analytics.waited'), chats],
        rows: [
          ...names.map((name, index): [string, number] => [name, waits[index] ?? 0]),
          [t('analytics.notYet'), waiting],
        ],
      }}
    >
      <dl className="mb-4 grid xs:grid-cols-3 gap-3">
        <Figure label={t('analytics.median')} value={format(current.wait_median)}>
          {before && t('analytics.before', { value: format(before.wait_median) })}
        </Figure>
        <Figure label={t('analytics.p90')} value={format(current.wait_p90)}>
          {before && t('analytics.before', { value: format(before.wait_p90) })}
        </Figure>
        <Figure label={t('analytics.waiting')} value={figures.number(waiting)} />
      </dl>
      <HorizontalBars
        series={[{ name: chats, color: 'joins' }]}
        rows={names.map((name, index) => ({ id: name, name, values: [waits[index] ?? 0] }))}
        formatNumber={figures.number}
      />
    </ChartCard>
  );
}

function Figure({ label, value, children }: { label: string; value: string; children?: string | null }) {
  return (
    <div>
      <dt className="text-ink-soft text-xs">{label}</dt>
      <dd className="font-semibold text-lg tabular-nums">
        <bdi>{value}</bdi>
      </dd>
      {children && <dd className="text-ink-soft text-xs">{children}</dd>}
    </div>
  );
}
