import { LANGUAGE_NAMES } from '@dragoman/domain/languages';
import { useTranslation } from 'react-i18next';
import type { Analytics } from '@/shared/api/database-types.ts';
import { ChartCard } from './chart-card.tsx';
import { HorizontalBars } from './horizontal-bars.tsx';
import type { NumberFormats } from './use-number-formats.ts';

interface BreakdownProps {
  analytics: Analytics;
  figures: NumberFormats;
  fileName: string;
}

/** The number of codes that can be compared at a glance; the table has all of them. */
const SHOWN_CODES = 6;

/** In which languages visitors came. */
export function LanguagesChart({ analytics: { languages }, figures, fileName }: BreakdownProps) {
  const { t } = useTranslation();
  return (
    <ChartCard
      title={t('analytics.languages')}
      text={t('analytics.languagesText')}
      fileName={`${fileName}-languages`}
      formatNumber={figures.number}
      table={{
        columns: [
          t('analytics.language'),
          t('analytics.joins'),
          t('analytics.answered'),
          t('analytics.leads'),
        ],
        rows: languages.map((row) => [LANGUAGE_NAMES[row.language], row.joins, row.answered, row.leads]),
      }}
    >
      <HorizontalBars
        series={[{ name: t('analytics.joins'), color: 'joins' }]}
        rows={languages.map(({ language, joins }) => ({
          id: language,
          name: LANGUAGE_NAMES[language],
          values: [joins],
        }))}
        formatNumber={figures.number}
      />
    </ChartCard>
  );
}

/** The booth codes and their numbers of visitors. */
export function CodesChart({ analytics: { codes, current }, figures, fileName }: BreakdownProps) {
  const { t } = useTranslation();
  const without = current.joins - current.code_joins;
  return (
    <ChartCard
      title={t('analytics.codes')}
      {...(without > 0 && { text: t('analytics.withoutCode', { count: without }) })}
      fileName={`${fileName}-codes`}
      formatNumber={figures.number}
      table={{
        columns: [
          t('analytics.code'),
          t('analytics.scans'),
          t('analytics.joins'),
          t('analytics.answered'),
          t('analytics.leads'),
        ],
        rows: codes.map((row) => [row.label, row.scans, row.joins, row.answered, row.leads]),
      }}
    >
      {codes.length === 0 ? (
        <p className="mt-3 text-ink-soft text-sm">{t('analytics.noCodes')}</p>
      ) : (
        <HorizontalBars
          series={[
            { name: t('analytics.scans'), color: 'scans' },
            { name: t('analytics.joins'), color: 'joins' },
          ]}
          rows={codes
            .slice(0, SHOWN_CODES)
            .map(({ id, label, scans, joins }) => ({ id, name: label, values: [scans, joins] }))}
          formatNumber={figures.number}
        />
      )}
    </ChartCard>
  );
}
