import { FileText, Package } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CatalogueItem } from '@/shared/api/database-types.ts';
import { formatFileSize } from '@/shared/format/file-size.ts';
import { cn } from '@/shared/ui/cn.ts';

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
