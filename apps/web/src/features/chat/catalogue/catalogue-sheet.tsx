import { dashboardPath } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CATALOGUE_QUERY, useCatalogue, useItemPictures } from '@/entities/catalogue/catalogue.ts';
import { ItemSearch, ItemSummary } from '@/entities/catalogue/item-list.tsx';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Dialog, DialogContent } from '@/shared/ui/overlay/dialog.tsx';
import { QueryView } from '@/shared/ui/status/query-view.tsx';
import { Skeleton } from '@/shared/ui/status/skeleton.tsx';

interface CatalogueSheetProps {
  ownerId: string;
  onSend: (item: CatalogueItem) => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The booth's catalogue over the chat: a press on an item sends it. */
export function CatalogueSheet({ ownerId, onSend, open, onOpenChange }: CatalogueSheetProps) {
  const { t } = useTranslation();
  const query = useCatalogue(ownerId);

  function send(item: CatalogueItem) {
    // The second press of a double one finds the sheet closed.
    if (!open) return;
    onOpenChange(false);
    onSend(item);
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t('catalogue.open')} description={t('catalogue.sendHint')}>
        <QueryView
          query={query}
          loadingText={t('catalogue.loading')}
          skeleton={<Skeleton className="h-16 rounded-card" />}
          isEmpty={(items) => items.length === 0}
          empty={
            <div className="grid gap-3">
              <p className="text-ink-soft">{t('catalogue.emptyText')}</p>
              <Button asChild>
                <Link to={`${dashboardPath('vendor')}/profile?${CATALOGUE_QUERY}`}>
                  {t('catalogue.fill')}
                </Link>
              </Button>
            </div>
          }
        >
          {(items) => <Items ownerId={ownerId} items={items} onSend={send} />}
        </QueryView>
      </DialogContent>
    </Dialog>
  );
}

interface ItemsProps {
  ownerId: string;
  items: readonly CatalogueItem[];
  onSend: (item: CatalogueItem) => void;
}

function Items({ ownerId, items, onSend }: ItemsProps) {
  const { t } = useTranslation();
  const pictures = useItemPictures(ownerId, items);
  return (
    <div>
      <ItemSearch items={items}>
        {(found) => (
          <ul className="mb-3 max-h-[55dvh] divide-y divide-line overflow-y-auto overscroll-contain rounded-card border border-line">
            {found.map((item) => (
              <li key={item.id}>
                <button
                  type="button"
                  onClick={() => onSend(item)}
                  className="flex min-h-11 w-full items-center gap-3 px-3 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
                >
                  <span className="sr-only">{t('catalogue.send')}</span>
                  <ItemSummary item={item} pictureUrl={pictures.get(item.id)} />
                </button>
              </li>
            ))}
            {found.length === 0 && <li className="px-3 py-4 text-ink-soft">{t('catalogue.noneFound')}</li>}
          </ul>
        )}
      </ItemSearch>
    </div>
  );
}
