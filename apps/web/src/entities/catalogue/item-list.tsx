import { searchKey } from '@dragoman/domain/search-text';
import { FileText, Package } from 'lucide-react';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { formatFileSize } from '@/shared/format/file-size.ts';
import { cn } from '@/shared/ui/cn.ts';
import { SearchField } from '@/shared/ui/form/search-field.tsx';

interface ItemSummaryProps {
  item: CatalogueItem;
  /** The address of its picture, once it is known. */
  pictureUrl: string | undefined;
}

/** One item of the catalogue, as lists show it: picture, name, and what a visitor asks first. */
export function ItemSummary({ item, pictureUrl }: ItemSummaryProps) {
  const { t, i18n } = useTranslation();
  const Icon = item.kind === 'brochure' ? FileText : Package;
  return (
    <>
      <span
        className={cn(
          'grid size-14 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-ink-soft',
          // With letters of twice the size the name needs the room.
          pictureUrl ? 'max-xs:size-7' : 'max-xs:hidden',
        )}
      >
        {pictureUrl ? (
          <img src={pictureUrl} alt="" loading="lazy" className="size-full object-cover" />
        ) : (
          <Icon aria-hidden="true" className="size-6" />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <bdi
          lang={item.language}
          className="wrap-anywhere line-clamp-2 max-[22.5rem]:line-clamp-none page-aligned font-semibold"
        >
          {item.name}
        </bdi>
        <span className="flex flex-wrap gap-x-3 text-ink-soft text-xs">
          {item.kind === 'brochure' && (
            <span className="tabular-nums">
              {t('catalogue.brochure')} · {formatFileSize(item.file_size ?? 0, i18n.language)}
            </span>
          )}
          {item.price && <bdi className="page-aligned">{item.price}</bdi>}
          {item.minimum_quantity && (
            <span>{t('catalogue.minimumOf', { quantity: item.minimum_quantity })}</span>
          )}
        </span>
      </span>
    </>
  );
}

/** More items than one sees at a glance have a search field. */
const SEARCHED_FROM = 9;

interface ItemSearchProps {
  items: readonly CatalogueItem[];
  /** Draws the items that were found. */
  children: (found: readonly CatalogueItem[]) => ReactNode;
}

/** The field above a list of items that searches it, and its result for screen readers. */
export function ItemSearch({ items, children }: ItemSearchProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
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
      {children(found)}
    </>
  );
}

/** @returns the items that have the words in a text of theirs; all for a blank query */
function searchItems(items: readonly CatalogueItem[], query: string): readonly CatalogueItem[] {
  const wanted = searchKey(query).trim();
  if (!wanted) return items;
  return items.filter(({ name, description, price }) =>
    searchKey([name, description, price].filter(Boolean).join('\n')).includes(wanted),
  );
}
