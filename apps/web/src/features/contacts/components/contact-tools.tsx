import { ArrowDownAZ, ArrowUpAZ } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { type ContactOrder, nextOrder, SORT_COLUMNS, type SortColumn } from '../model/contact-order.ts';

interface ContactToolsProps {
  query: string;
  onQuery: (query: string) => void;
  order: ContactOrder;
  onOrder: (order: ContactOrder) => void;
  /** Whether the user chooses the order here; a table has sortable headings instead. */
  sortable: boolean;
}

/** Search, and on a phone the order. */
export function ContactTools({ query, onQuery, order, onOrder, sortable }: ContactToolsProps) {
  const { t } = useTranslation();
  const direction = t(order.descending ? 'contacts.descending' : 'contacts.ascending');
  const DirectionIcon = order.descending ? ArrowUpAZ : ArrowDownAZ;
  return (
    <div className="mb-3 grid gap-2 md:max-w-sm">
      <SearchField
        label={t('contacts.search')}
        hint={t('contacts.searchHint')}
        clearLabel={t('contacts.clearSearch')}
        value={query}
        onChange={onQuery}
      />
      {sortable && (
        <div className="grid gap-2 xs:grid-cols-[minmax(0,1fr)_auto]">
          <Select
            aria-label={t('contacts.sortBy')}
            value={order.column}
            onChange={(event) =>
              onOrder({ column: event.target.value as SortColumn, descending: order.descending })
            }
          >
            {SORT_COLUMNS.map((column) => (
              <option key={column} value={column}>
                {t('contacts.sortedBy', { column: t(`contacts.${column}`) })}
              </option>
            ))}
          </Select>
          <Button
            variant="secondary"
            size="icon"
            aria-label={direction}
            className="size-11 gap-2 text-sm max-xs:w-full"
            onClick={() => onOrder(nextOrder(order, order.column))}
          >
            <DirectionIcon aria-hidden="true" className="size-5" />
            {/* With large letters the button has a line to itself, and room for its name. */}
            <span className="xs:hidden">{direction}</span>
          </Button>
        </div>
      )}
    </div>
  );
}
