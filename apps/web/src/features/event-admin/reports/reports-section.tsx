import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/shared/ui/badge.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { Section } from '../components/section.tsx';
import { Report } from './report.tsx';
import { reportsQuery } from './reports.ts';

/** More of them would put the rest of the page out of sight. */
const SHOWN_AT_ONCE = 10;

const STATES = ['open', 'closed'] as const;

/** Users' reports about others, with the attached messages only. */
export function ReportsSection() {
  const { t } = useTranslation();
  const [status, setStatus] = useState<(typeof STATES)[number]>('open');
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const query = useQuery(reportsQuery(useQueryClient(), status));
  return (
    <Section
      id="reports"
      title={t('organiser.reports.title')}
      text={t('organiser.reports.text')}
      badge={
        query.data &&
        query.data.open > 0 && (
          <Badge tone="accent">{t('organiser.reports.waiting', { count: query.data.open })}</Badge>
        )
      }
    >
      <fieldset className="mb-4 flex flex-wrap gap-x-5">
        <legend className="sr-only">{t('organiser.reports.title')}</legend>
        {STATES.map((state) => (
          <label key={state} className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm">
            <input
              type="radio"
              name="reports-state"
              checked={status === state}
              onChange={() => setStatus(state)}
              className="size-4 accent-primary"
            />
            {t(`organiser.reports.${state}`)}
          </label>
        ))}
      </fieldset>
      <QueryView
        query={query}
        loadingText={t('organiser.reports.loading')}
        skeleton={<Skeleton className="h-32" />}
        isEmpty={({ reports }) => reports.length === 0}
        empty={<p className="text-ink-soft text-sm">{t(`organiser.reports.none.${status}`)}</p>}
      >
        {({ reports, [status]: all }) => (
          <>
            {reports.length < all && (
              <p className="mb-3 text-ink-soft text-sm">
                {t('organiser.reports.newest', { count: reports.length, max: all })}
              </p>
            )}
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
