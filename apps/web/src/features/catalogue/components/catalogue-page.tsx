import { CATALOGUE_MAX_ITEMS, type CatalogueKind } from '@dragoman/domain/catalogue';
import { BookOpen, FilePlus2, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import { useCatalogue, useItemPictures } from '@/entities/catalogue/catalogue.ts';
import { ItemSearch, ItemSummary } from '@/entities/catalogue/item-list.tsx';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { useSingleRun } from '@/shared/hooks/use-single-run.ts';
import { PageHeading } from '@/shared/layout/page-heading.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { EmptyState } from '@/shared/ui/status/empty-state.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';
import { useRemoveItem } from '../api/change-items.ts';
import { ItemDialog } from './item-dialog.tsx';

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

interface ItemListProps {
  ownerId: string;
  items: readonly CatalogueItem[];
  onOpen: (item: CatalogueItem) => void;
  onRemove: (item: CatalogueItem) => void;
}

/** The searchable items of the catalogue, the newest first. */
function ItemList({ ownerId, items, onOpen, onRemove }: ItemListProps) {
  const { t } = useTranslation();
  const pictures = useItemPictures(ownerId, items);
  return (
    <ItemSearch items={items}>
      {(found) =>
        found.length === 0 ? (
          <p className="text-ink-soft">{t('catalogue.noneFound')}</p>
        ) : (
          <ul className="divide-y rounded-card border bg-surface">
            {found.map((item) => (
              <li key={item.id} className="flex items-center gap-1 pe-2">
                <button
                  type="button"
                  onClick={() => onOpen(item)}
                  className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-card px-4 py-2.5 max-xs:gap-2 max-xs:px-2 text-start transition-colors duration-150 hover:bg-sunken"
                >
                  <ItemSummary item={item} pictureUrl={pictures.get(item.id)} />
                  <span className="sr-only">{t('catalogue.edit')}</span>
                </button>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('catalogue.remove', { name: item.name })}
                  onClick={() => onRemove(item)}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </ItemSearch>
  );
}

interface RemoveItemDialogProps {
  ownerId: string;
  item: CatalogueItem;
  onClose: () => void;
}

/** Asks for confirmation before an item is removed: its file may exist nowhere else. */
function RemoveItemDialog({ ownerId, item, onClose }: RemoveItemDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveItem(ownerId);

  const removeNow = useSingleRun(async () => {
    try {
      await remove.mutateAsync(item);
    } catch {
      toast.error(t('common.error'), { description: t('catalogue.removeFailed') });
      return;
    }
    toast(t('catalogue.removed'));
    onClose();
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={<span className="wrap-anywhere">{t('catalogue.removeTitle', { name: item.name })}</span>}
        description={t('catalogue.removeText')}
      >
        <div className="flex flex-wrap gap-2 *:flex-1 *:basis-36">
          <Button variant="secondary" onClick={onClose}>
            {t('material.keep')}
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={removeNow}>
            {t('catalogue.removeForGood')}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
