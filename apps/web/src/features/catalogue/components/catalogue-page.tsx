import { CATALOGUE_MAX_ITEMS, type CatalogueKind } from '@dragoman/domain/catalogue';
import { BookOpen, FilePlus2, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { useCatalogue } from '@/entities/catalogue/catalogue.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { ItemList } from './item-list.tsx';
import { RemoveItemDialog } from './remove-item-dialog.tsx';

type Opened = { kind: CatalogueKind; item: CatalogueItem | null };

/** The brochures and products of a booth, which its people send into chats (specification 3.8). */
export function CataloguePage() {
  const { t } = useTranslation();
  const me = useCurrentProfile();
  const ownerId = useBoothId(me);
  const query = useCatalogue(ownerId);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [leaving, setLeaving] = useState<CatalogueItem | null>(null);
  const count = query.data?.length ?? 0;
  const isFull = count >= CATALOGUE_MAX_ITEMS;
  return (
    <>
      <PageHeading title={t('catalogue.title')} text={t('catalogue.text')} />
      <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          disabled={isFull}
          onClick={() => setOpened({ kind: 'product', item: null })}
          className="max-sm:w-full"
        >
          <Plus aria-hidden="true" className="size-4.5" />
          {t('catalogue.addProduct')}
        </Button>
        <Button
          variant="secondary"
          disabled={isFull}
          onClick={() => setOpened({ kind: 'brochure', item: null })}
          className="max-sm:w-full"
        >
          <FilePlus2 aria-hidden="true" className="size-4.5" />
          {t('catalogue.addBrochure')}
        </Button>
        {count > 0 && (
          <p role="status" className="text-ink-soft text-sm">
            {isFull
              ? t('catalogue.full', { max: CATALOGUE_MAX_ITEMS })
              : t('catalogue.count', { count, max: CATALOGUE_MAX_ITEMS })}
          </p>
        )}
      </div>
      <QueryView
        query={query}
        loadingText={t('catalogue.loading')}
        skeleton={<Skeleton className="h-20 rounded-card" />}
        isEmpty={(items) => items.length === 0}
        empty={
          <EmptyState icon={BookOpen} title={t('catalogue.emptyTitle')} text={t('catalogue.emptyText')} />
        }
      >
        {(items) => (
          <ItemList
            ownerId={ownerId}
            items={items}
            onOpen={(item) => setOpened({ kind: item.kind, item })}
            onRemove={setLeaving}
          />
        )}
      </QueryView>
      {opened && (
        <ItemDialog
          key={opened.item?.id ?? opened.kind}
          {...opened}
          ownerId={ownerId}
          language={me.language}
          onClose={() => setOpened(null)}
        />
      )}
      {leaving && <RemoveItemDialog ownerId={ownerId} item={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
