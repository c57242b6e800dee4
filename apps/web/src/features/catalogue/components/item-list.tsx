import { Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useItemPictures } from '@/entities/catalogue/catalogue.ts';
import { ItemSummary } from '@/entities/catalogue/item-summary.tsx';
import { SEARCHED_FROM, searchItems } from '@/entities/catalogue/search-items.ts';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { Button } from '@/shared/ui/button.tsx';
import { SearchField } from '@/shared/ui/form/search-field.tsx';

interface ItemListProps {
  ownerId: string;
  items: readonly CatalogueItem[];
  onOpen: (item: CatalogueItem) => void;
  onRemove: (item: CatalogueItem) => void;
}

/** The searchable items of the catalogue, the newest first. */
export function ItemList({ ownerId, items, onOpen, onRemove }: ItemListProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const pictures = useItemPictures(ownerId, items);
  const wanted = useDeferredValue(query);
  const found = searchItems(items, wanted);
  return (
    <>
      {items.length >= SEARCHED_FROM && (
        <div className="mb-3">
          <SearchField
            label={t('catalogue.search')}
            hint={t('catalogue.search')}
            clearLabel={t('contacts.clearSearch')}
            value={query}
            onChange={setQuery}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {wanted.trim() && t('catalogue.found', { count: found.length })}
      </p>
      {found.length === 0 ? (
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
      )}
    </>
  );
}
