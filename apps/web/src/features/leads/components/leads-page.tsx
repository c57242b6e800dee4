import { FOLLOW_UPS_PATH } from '@dragoman/domain/routes';
import { Download, ListChecks, Mails, NotebookPen, SearchX, WifiOff } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useBoothId, useMyBooth } from '@/entities/booth/my-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useLiveRows } from '@/shared/hooks/use-live-rows.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { useQueue, useQueueState } from '@/shared/offline/define-queue.ts';
import { shortcutSetting } from '@/shared/settings/shortcut-setting.ts';
import { Button } from '@/shared/ui/button.tsx';
import { ShowMore } from '@/shared/ui/show-more.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView, type ShownQuery } from '@/shared/ui/status/query-view.tsx';
import { useExportedUntil } from '../api/export-leads.ts';
import { leadQueue } from '../api/lead-queue.ts';
import {
  filtersOf,
  isNarrowed,
  type LeadFilters,
  type ListedLead,
  NO_FILTERS,
  paramsOf,
} from '../model/lead-filters.ts';
import { ExportDialog } from './export-dialog.tsx';
import { LeadList } from './lead-list.tsx';
import { LeadTools } from './lead-tools.tsx';
import { LeadsSkeleton } from './leads-skeleton.tsx';
import { QuestionsDialog } from './questions-dialog.tsx';
import { useLeadList } from './use-lead-list.ts';

/** All people met, with the user's notes: search, filters, and export. */
export function LeadsPage() {
  const { t } = useTranslation();
  const me = useCurrentProfile();
  const ownerId = useBoothId(me);
  const team = useMyBooth(me).data?.team ?? false;
  const vendor = me.role === 'vendor';
  const { missedReplyMails: sendsMails } = useBackend().config;
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => filtersOf(params), [params]);
  const [dialog, setDialog] = useState<'export' | 'questions' | null>(null);
  const pending = useQueueState(useQueue(leadQueue, me.id));
  const since = useExportedUntil(ownerId).data ?? null;
  const { query, rows, fromDevice, count } = useLeadList(ownerId, filters, since, pending);
  useLiveRows('leads', ownerId, queryKeys.leads.all);

  function narrow(change: Partial<LeadFilters>): void {
    setParams(paramsOf({ ...filters, ...change }), { replace: true });
  }

  // Without a network this device's rows replace the server's response.
  const shown: ShownQuery<ListedLead[]> = {
    ...query,
    data: rows,
    fetchStatus: fromDevice ? 'idle' : query.fetchStatus,
  };
  const title = vendor ? t('leads.title') : t('leads.peopleTitle');
  return (
    <>
      <PageHeading
        title={title}
        text={t(vendor ? (team ? 'leads.textTeam' : 'leads.text') : 'leads.peopleText')}
        actions={
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-auto">
            {vendor && sendsMails && (
              <Button asChild variant="secondary">
                <Link to={FOLLOW_UPS_PATH}>
                  <Mails aria-hidden="true" className="size-4.5" />
                  {t('followUps.title')}
                </Link>
              </Button>
            )}
            {vendor && (
              <Button variant="secondary" onClick={() => setDialog('questions')}>
                <ListChecks aria-hidden="true" className="size-4.5" />
                {t('leads.questions')}
              </Button>
            )}
            <Button variant="secondary" onClick={() => setDialog('export')}>
              <Download aria-hidden="true" className="size-4.5" />
              {t('leads.export')}
            </Button>
          </div>
        }
      />
      <LeadTools me={me} filters={filters} onChange={narrow} exported={since !== null} />
      <QueryView
        query={shown}
        loadingText={t('contacts.loading')}
        skeleton={<LeadsSkeleton />}
        isEmpty={(found) => found.length === 0}
        empty={
          isNarrowed(filters) ? (
            <EmptyState icon={SearchX} title={t('contacts.noneFoundTitle')} text={t('leads.noneFoundText')}>
              <Button variant="secondary" onClick={() => setParams(paramsOf(NO_FILTERS), { replace: true })}>
                {t('leads.showAll')}
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              icon={NotebookPen}
              title={t('leads.emptyTitle')}
              text={vendor ? t('leads.emptyText') : t('leads.peopleEmptyText')}
            />
          )
        }
      >
        {(found) => (
          <>
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-ink-soft text-sm">
              <p role="status">
                {isNarrowed(filters) ? t('contacts.found', { count }) : t('contacts.all', { count })}
              </p>
              <KeyboardHelp />
            </div>
            {fromDevice && (
              <p className="mb-2 flex items-center gap-2 text-ink-soft text-sm">
                <WifiOff aria-hidden="true" className="size-4 shrink-0" />
                {t('leads.fromDevice')}
              </p>
            )}
            <LeadList label={title} rows={found} pending={pending} />
            <ShowMore shown={found.length} count={count} onMore={() => void query.fetchNextPage()} />
          </>
        )}
      </QueryView>
      {dialog === 'export' && (
        <ExportDialog me={me} filters={filters} found={count} onClose={() => setDialog(null)} />
      )}
      {dialog === 'questions' && <QuestionsDialog ownerId={ownerId} onClose={() => setDialog(null)} />}
    </>
  );
}

/** The keys that walk through the list, where there is a keyboard. */
function KeyboardHelp() {
  const { t } = useTranslation();
  const shortcuts = useSyncExternalStore(shortcutSetting.onChange, shortcutSetting.isOn);
  const keys = [
    ...(shortcuts ? [['/', t('leads.keySearch')] as const] : []),
    ['↑ ↓', t('leads.keyMove')],
    ['↵', t('leads.keyOpen')],
  ] as const;
  return (
    <p className="hidden gap-3 text-xs lg:pointer-fine:flex">
      {keys.map(([key, does]) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <kbd dir="ltr" className="rounded border bg-surface px-1.5 font-sans">
            {key}
          </kbd>
          {does}
        </span>
      ))}
    </p>
  );
}
