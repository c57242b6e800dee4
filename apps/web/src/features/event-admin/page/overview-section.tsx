import type { Count, EventCounts } from '@dragoman/domain/event-counts';
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from '@dragoman/domain/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { countsQuery } from '../api/dashboard.ts';
import { Section } from '../components/section.tsx';

/** Counts of the whole event. Numbers only: no names and no message content. */
export function OverviewSection() {
  const { t } = useTranslation();
  const query = useQuery(countsQuery(useQueryClient()));
  return (
    <Section id="overview" title={t('organiser.overview.title')}>
      <QueryView
        query={query}
        loadingText={t('organiser.overview.loading')}
        skeleton={<Skeleton className="h-48" />}
        isEmpty={() => false}
        empty={null}
      >
        {(counts) => (
          <>
            <dl className="grid grid-cols-1 xs:grid-cols-2 gap-3 xl:grid-cols-4">
              <Figure label={t('organiser.overview.vendors')} count={counts.vendors} />
              <Figure
                label={t('organiser.overview.visitors')}
                count={counts.visitors}
                part={{ label: t('organiser.overview.guests'), count: counts.guests }}
              />
              <Figure label={t('organiser.overview.chats')} count={counts.chats} />
              <Figure
                label={t('organiser.overview.messages')}
                count={counts.messages}
                part={{ label: t('organiser.overview.translated'), count: counts.translated }}
              />
            </dl>
            <LanguageShares counts={counts} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

interface FigureProps {
  label: string;
  count: Count;
  part?: { label: string; count: Count };
}

function Figure({ label, count, part }: FigureProps) {
  const { t } = useTranslation();
  const number = useNumber();
  return (
    <div className="rounded-control border bg-paper p-3.5 sm:p-4">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="mt-1">
        <span className="block font-semibold text-xl tabular-nums">{number(count.all)}</span>
        <span className="block text-success text-xs tabular-nums">
          {t('organiser.overview.today', { count: count.today })}
        </span>
        {part && (
          <span className="mt-1.5 block border-t pt-1.5 text-ink-soft text-xs tabular-nums">
            {part.label} {number(part.count.all)}
          </span>
        )}
      </dd>
    </div>
  );
}

function LanguageShares({ counts: { languages, messages, readers } }: { counts: EventCounts }) {
  const { t } = useTranslation();
  const number = useNumber();
  return (
    <>
      <h3 className="mt-6 mb-2 font-semibold text-sm">{t('organiser.overview.languages')}</h3>
      {messages.all === 0 && <p className="mb-3 text-ink-soft text-sm">{t('organiser.overview.none')}</p>}
      <dl className="grid gap-2.5">
        {LANGUAGES.map((language) => (
          <div
            key={language}
            // With letters of twice the size the bar gets a line of its own.
            className="grid xs:grid-cols-[6.5rem_minmax(0,1fr)_auto] grid-cols-[minmax(0,1fr)_auto] items-center gap-3 max-xs:gap-y-1 text-sm"
          >
            <dt>
              <bdi lang={LANGUAGE_TAGS[language]}>{LANGUAGE_NAMES[language]}</bdi>
              <span className="block text-ink-soft text-xs tabular-nums">
                {t('organiser.overview.readers', { count: readers[language] })}
              </span>
            </dt>
            <dd
              aria-hidden="true"
              className="h-2.5 overflow-hidden rounded-full bg-sunken max-xs:order-last max-xs:col-span-full"
            >
              <div
                className="h-full rounded-full bg-primary"
                style={{ width: `${(100 * languages[language].all) / Math.max(1, messages.all)}%` }}
              />
            </dd>
            <dd className="text-end tabular-nums">
              {number(languages[language].all)}
              <span className="block text-ink-soft text-xs">
                {t('organiser.overview.today', { count: languages[language].today })}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function useNumber(): (value: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(intlLocale(i18n.language));
  return (value) => format.format(value);
}
