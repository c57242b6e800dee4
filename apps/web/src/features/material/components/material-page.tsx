import { MATERIAL_LIMITS } from '@dragoman/domain/material/material';
import { LibraryBig, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaterial } from '@/entities/material/material.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { MaterialDocument } from '@/shared/api/database-types.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/empty-state.tsx';
import { QueryView } from '@/shared/ui/query-view.tsx';
import { Skeleton } from '@/shared/ui/skeleton.tsx';
import { DeleteMaterialDialog } from './delete-material-dialog.tsx';
import { MaterialDialog } from './material-dialog.tsx';
import { MaterialList } from './material-list.tsx';

/** The documents that a vendor gives the assistant. */
export function MaterialPage() {
  const { t } = useTranslation();
  const { id: ownerId } = useCurrentProfile();
  const query = useMaterial(ownerId);
  const [adding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<MaterialDocument | null>(null);
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
            {t('material.count', { count, most: MATERIAL_LIMITS.documents })}
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
        {(documents) => <MaterialList documents={documents} onDelete={setLeaving} />}
      </QueryView>
      <p className="mt-3 text-ink-soft text-xs">
        {t('material.limits', { ...MATERIAL_LIMITS, max: MATERIAL_LIMITS.characters })}
      </p>
      {adding && <MaterialDialog ownerId={ownerId} onClose={() => setAdding(false)} />}
      {leaving && <DeleteMaterialDialog document={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
