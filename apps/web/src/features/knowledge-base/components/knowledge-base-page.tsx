import { KNOWLEDGE_BASE_LIMITS } from '@dragoman/domain/knowledge-base/knowledge-base';
import { LibraryBig, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKnowledgeBase } from '@/entities/knowledge-base/knowledge-base.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { KnowledgeBaseDocument } from '@/shared/api/database-types.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { DeleteDocumentDialog } from './delete-document-dialog.tsx';
import { DocumentDialog } from './document-dialog.tsx';
import { DocumentList } from './document-list.tsx';

/** The documents that a vendor gives the assistant. */
export function KnowledgeBasePage() {
  const { t } = useTranslation();
  const { id: ownerId } = useCurrentProfile();
  const query = useKnowledgeBase(ownerId);
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<KnowledgeBaseDocument | null>(null);
  const count = query.data?.length ?? 0;
  return (
    <>
      <PageHeading title={t('material.title')} text={t('material.text')} />
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button onClick={() => setAdding(true)} className="max-sm:w-full">
          <Plus aria-hidden="true" className="size-4.5" />
          {t('material.add')}
        </Button>
        {count > 0 && (
          <p role="status" className="text-ink-soft text-sm">
            {t('material.count', { count, most: KNOWLEDGE_BASE_LIMITS.documents })}
          </p>
        )}
      </div>
      <QueryView
        query={query}
        loadingText={t('material.loading')}
        skeleton={<Skeleton className="h-16 rounded-card" />}
        isEmpty={(documents) => documents.length === 0}
        empty={
          <EmptyState icon={LibraryBig} title={t('material.emptyTitle')} text={t('material.emptyText')} />
        }
      >
        {(documents) => <DocumentList documents={documents} onDelete={setLeaving} />}
      </QueryView>
      <p className="mt-3 text-ink-soft text-xs">
        {t('material.limits', { ...KNOWLEDGE_BASE_LIMITS, max: KNOWLEDGE_BASE_LIMITS.characters })}
      </p>
      {adding && <DocumentDialog ownerId={ownerId} onClose={() => setAdding(false)} />}
      {leaving && <DeleteDocumentDialog document={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
