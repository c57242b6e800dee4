import { LANGUAGE_NAMES, type Language } from '@dragoman/domain/languages';
import type { TranslationFault } from '@dragoman/domain/message-acts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { providerName } from '@/entities/translation/provider-name.ts';
import { formatDateTime } from '@/shared/format/format-date.ts';
import { Badge } from '@/shared/ui/badge.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { dashboardQuery } from '../api/dashboard.ts';
import { Section } from '../components/section.tsx';

/** More of them would put the rest of the page out of sight. */
const SHOWN_AT_ONCE = 10;

/** Translations that users found bad: how many of each direction and provider, and which. */
export function TranslationReportsSection() {
  const { t } = useTranslation();
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const query = useQuery(translationReportsQuery(useQueryClient()));
  return (
    <Section
      id="translations"
      title={t('organiser.translations.title')}
      text={t('organiser.translations.text')}
    >
      <QueryView
        query={query}
        loadingText={t('organiser.translations.loading')}
        skeleton={<Skeleton className="h-32" />}
        isEmpty={({ reports }) => reports.length === 0}
        empty={<p className="text-ink-soft text-sm">{t('organiser.translations.none')}</p>}
      >
        {({ reports, counts }) => (
          <>
            <ul aria-label={t('organiser.translations.counts')} className="mb-4 divide-y border-y text-sm">
              {counts.map((count) => (
                <li
                  key={`${count.source_language} ${count.target_language} ${count.engine}`}
                  className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 py-2"
                >
                  <span className="font-semibold">
                    <Direction of={count} />
                  </span>
                  <span className="wrap-anywhere text-ink-soft">
                    <Provider name={count.engine} />
                  </span>
                  <span className="ms-auto tabular-nums">
                    {t('organiser.translations.reports', { count: count.reports })}
                  </span>
                </li>
              ))}
            </ul>
            <ul className="grid gap-3">
              {reports.slice(0, limit).map((report) => (
                <Report key={report.id} report={report} />
              ))}
            </ul>
            <ShowMore
              shown={Math.min(limit, reports.length)}
              count={reports.length}
              onMore={() => setLimit(limit + SHOWN_AT_ONCE)}
            />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Direction({ of }: { of: Pick<TranslationReport, 'source_language' | 'target_language'> }) {
  return (
    <>
      <bdi lang={of.source_language}>{LANGUAGE_NAMES[of.source_language]}</bdi>
      {' – '}
      <bdi lang={of.target_language}>{LANGUAGE_NAMES[of.target_language]}</bdi>
    </>
  );
}

function Provider({ name }: { name: string | null }) {
  const { t } = useTranslation();
  return <bdi>{name === null ? t('organiser.translations.unknown') : providerName(name)}</bdi>;
}

function Report({ report }: { report: TranslationReport }) {
  const { t, i18n } = useTranslation();
  return (
    <li className="rounded-control border p-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-xs">
        <time dateTime={report.created_at}>{formatDateTime(report.created_at, i18n.language)}</time>
        <span>
          <Direction of={report} />
        </span>
        <Provider name={report.engine} />
        {report.reason && <Badge tone="accent">{t(`organiser.translations.fault.${report.reason}`)}</Badge>}
      </p>
      <p dir="auto" lang={report.source_language} className="wrap-anywhere mt-2 line-clamp-6 text-start">
        {report.words}
      </p>
      {report.translation ? (
        <p
          dir="auto"
          lang={report.target_language}
          className="wrap-anywhere mt-1 line-clamp-6 border-t pt-1 text-start"
        >
          {report.translation}
        </p>
      ) : (
        <p className="mt-1 border-t pt-1 text-ink-soft">{t('organiser.translations.noText')}</p>
      )}
    </li>
  );
}

interface LanguagePair {
  source_language: Language;
  target_language: Language;
  /** As the reporter's device named it; null: not known. */
  engine: string | null;
}

interface TranslationReport extends LanguagePair {
  id: string;
  created_at: string;
  /** What the reporter found wrong; null: they did not say. */
  reason: TranslationFault | null;
  /** The message; null for a recording whose words are not known. */
  words: string | null;
  /** The translation that is kept with the message; null: only the reporter's device had it. */
  translation: string | null;
}

function translationReportsQuery(queryClient: QueryClient) {
  return dashboardQuery<{ reports: TranslationReport[]; counts: Array<LanguagePair & { reports: number }> }>(
    queryClient,
    ['translation-reports'],
    () => '/translation-reports',
    true,
  );
}
