import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import { BookMarked } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useTerms } from '../api/terms.ts';
import { TermDialog } from './term-dialog.tsx';
import { TermList } from './term-list.tsx';
import { TermTools } from './term-tools.tsx';
import { TranslationTester } from './translation-tester.tsx';

type Opened = { kind: 'new' } | { kind: 'edit'; id: string };

const NO_TERMS: readonly GlossaryTerm[] = [];

/**
 * A vendor's own words: how they read in every translation of the vendor's chats, and a place to
 * try that.
 */
export function GlossaryPage() {
  const { t } = useTranslation();
  const ownerId = useBoothId(useCurrentProfile());
  const query = useTerms(ownerId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const edited = opened?.kind === 'edit' ? query.data?.find(({ id }) => id === opened.id) : undefined;
  return (
    <>
      <PageHeading title={t('terms.title')} text={t('terms.text')} />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_21rem] xl:items-start">
        <div className="min-w-0">
          <TermTools ownerId={ownerId} terms={query.data} onAdd={() => setOpened({ kind: 'new' })} />
          <QueryView
            query={query}
            loadingText={t('terms.loading')}
            skeleton={<TermsSkeleton />}
            isEmpty={(terms) => terms.length === 0}
            empty={<EmptyState icon={BookMarked} title={t('terms.emptyTitle')} text={t('terms.emptyText')} />}
          >
            {(terms) => <TermList terms={terms} onOpen={({ id }) => setOpened({ kind: 'edit', id })} />}
          </QueryView>
        </div>
        <TranslationTester terms={query.data ?? NO_TERMS} />
      </div>
      {opened?.kind === 'new' && <TermDialog ownerId={ownerId} onClose={close} />}
      {edited && <TermDialog key={edited.id} ownerId={ownerId} row={edited} onClose={close} />}
    </>
  );
}

function TermsSkeleton() {
  return (
    <div className="grid gap-2">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-16 rounded-card" />
      ))}
    </div>
  );
}
