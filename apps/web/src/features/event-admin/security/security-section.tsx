import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { Field } from '@/shared/ui/form/field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { Section } from '../components/section.tsx';
import { EVENT_KINDS, securityEventsQuery } from './security-events.ts';
import { SecurityTable } from './security-table.tsx';

/** Events of accounts and of this page, the newest first: without texts, passwords or addresses. */
export function SecuritySection() {
  const { t } = useTranslation();
  const [kind, setKind] = useState('');
  const query = useInfiniteQuery(securityEventsQuery(useQueryClient(), kind === '' ? null : kind));
  return (
    <Section id="security" title={t('organiser.security.title')} text={t('organiser.security.text')}>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <div className="min-w-0 max-w-full sm:w-72">
          <Field label={t('organiser.security.filter')}>
            {(control) => (
              <Select {...control} value={kind} onChange={(event) => setKind(event.target.value)}>
                <option value="">{t('organiser.security.all')}</option>
                {EVENT_KINDS.map((event) => (
                  <option key={event} value={event}>
                    {t(`organiser.security.events.${event}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Button variant="secondary" busy={query.isRefetching} onClick={() => void query.refetch()}>
          {t('organiser.loadAgain')}
        </Button>
      </div>
      <QueryView
        query={query}
        loadingText={t('common.loading')}
        skeleton={<Skeleton className="h-48" />}
        isEmpty={({ pages }) => pages.every(({ events }) => events.length === 0)}
        empty={
          <EmptyState
            icon={ShieldCheck}
            title={t('organiser.security.none')}
            text={t('organiser.security.noneText')}
          />
        }
      >
        {({ pages }) => (
          <>
            <SecurityTable events={pages.flatMap(({ events }) => events)} />
            {query.hasNextPage && (
              <Button
                variant="secondary"
                className="mt-4"
                busy={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('organiser.security.older')}
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}
