import { LANGUAGE_NAMES } from '@dragoman/domain/languages';
import { useTranslation } from 'react-i18next';
import type { Analytics } from '@/shared/api/database-types.ts';
import type { PersonFigures } from '../api/get-analytics.ts';
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

interface PeopleChartProps extends Omit<BreakdownProps, 'analytics'> {
  people: readonly PersonFigures[];
}

/** The people of a team: who answered first, how fast, and whom they met. */
export function PeopleChart({ people, figures, fileName }: PeopleChartProps) {
  const { t } = useTranslation();
  const nameOf = ({ name, member }: PersonFigures) => {
    const known = name || t('chat.someone');
    return member ? known : t('analytics.formerMember', { name: known });
  };
  return (
    <ChartCard
      title={t('analytics.people')}
      text={t('analytics.peopleText')}
      fileName={`${fileName}-people`}
      formatNumber={figures.number}
      table={{
        columns: [
          t('analytics.person'),
          t('analytics.answered'),
          t('analytics.medianSeconds'),
          t('analytics.leads'),
        ],
        rows: people.map((person) => [
          nameOf(person),
          person.answered,
          person.wait_median === null ? null : Math.round(person.wait_median),
          person.leads,
        ]),
      }}
    >
      <ul className="mt-3 divide-y text-sm">
        {people.map((person) => (
          <li key={person.id} className="py-2">
            <p className="wrap-anywhere font-semibold">
              <bdi>{nameOf(person)}</bdi>
            </p>
            <dl className="mt-0.5 flex flex-wrap gap-x-5 gap-y-0.5 text-ink-soft">
              <PersonFigure name={t('analytics.answered')} value={figures.number(person.answered)} />
              {person.wait_median !== null && (
                <PersonFigure name={t('analytics.median')} value={figures.wait(person.wait_median)} />
              )}
              <PersonFigure name={t('analytics.leads')} value={figures.number(person.leads)} />
            </dl>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
}

function PersonFigure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="font-semibold text-ink tabular-nums">{value}</dd>
    </div>
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
