import { ArrowDownAZ, ArrowUpAZ, Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/ui/button.tsx';
import { Input } from '../../../components/ui/input.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { type ContactOrder, nextOrder, SORT_COLUMNS, type SortColumn } from '../model/contact-order.ts';

interface ContactToolsProps {
  query: string;
  onQuery: (query: string) => void;
  order: ContactOrder;
  onOrder: (order: ContactOrder) => void;
  /** Whether the order is chosen here; a table has its headings for that. */
  sortable: boolean;
}

/** Search, and on a phone the order. */
export function ContactTools({ query, onQuery, order, onOrder, sortable }: ContactToolsProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const direction = t(order.descending ? 'contacts.descending' : 'contacts.ascending');
  const DirectionIcon = order.descending ? ArrowUpAZ : ArrowDownAZ;
  return (
    <div className="mb-3 grid gap-2 md:max-w-sm">
      <search className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-ink-soft"
        />
        <Input
          ref={field}
          type="search"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          aria-label={t('contacts.search')}
          placeholder={t('contacts.searchHint')}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          className="ps-10 pe-11 placeholder:text-start [&::-webkit-search-cancel-button]:hidden"
        />
        {query && (
          <button
            type="button"
            aria-label={t('contacts.clearSearch')}
            onClick={() => {
              onQuery('');
              field.current?.focus();
            }}
            className="absolute end-0 top-0 grid size-11 place-items-center rounded-control text-ink-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-4.5" />
          </button>
        )}
      </search>
      {sortable && (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
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
            onClick={() => onOrder(nextOrder(order, order.column))}
          >
            <DirectionIcon aria-hidden="true" className="size-5" />
          </Button>
        </div>
      )}
    </div>
  );
}
