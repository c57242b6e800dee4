import { LEAD_RATINGS, LEAD_STATUSES } from '@dragoman/domain/leads/lead';
import { SlidersHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoothId } from '@/entities/booth/my-booth.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { isComposing } from '@/shared/browser/is-composing.ts';
import { shortcutSetting } from '@/shared/settings/shortcut-setting.ts';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { useLeadTags } from '../api/get-leads.ts';
import { countFilters, LEAD_ORDERS, type LeadFilters } from '../model/lead-filters.ts';
import { leadRows } from './lead-list.tsx';

/** A search is asked once nothing was typed for this long. */
const TYPING_MS = 250;

interface LeadToolsProps {
  me: Profile;
  filters: LeadFilters;
  onChange: (filters: Partial<LeadFilters>) => void;
  /** An export exists, so that the filter for newer leads applies. */
  exported: boolean;
}

/** Search and filters. On a phone a button opens the filters, so that the people come first. */
export function LeadTools({ me, filters, onChange, exported }: LeadToolsProps) {
  const { t } = useTranslation();
  const tools = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState(filters.query);
  const tags = useLeadTags(useBoothId(me)).data ?? [];
  const count = countFilters(filters);
  const asked = useRef(filters.query);
  const search = useEffectEvent(() => {
    if (query === filters.query) return;
    asked.current = query;
    onChange({ query });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits after each letter
  useEffect(() => {
    const timer = setTimeout(() => search(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [query]);
  // The query was cleared elsewhere, or changed by the back button. A change made here arrives
  // late, when the user may have typed more.
  useEffect(() => {
    if (filters.query === asked.current) return;
    asked.current = filters.query;
    setQuery(filters.query);
  }, [filters.query]);

  const field = () => tools.current?.querySelector<HTMLInputElement>('input[type=search]');
  const onSlash = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const typing = (event.target as HTMLElement).closest('input, textarea, select, [role=dialog]');
    if (
      !shortcutSetting.isOn() ||
      event.key !== '/' ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      typing
    )
      return;
    event.preventDefault();
    field()?.focus();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => onSlash(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  function onSearchKey(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || event.target !== field() || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    leadRows(document)[0]?.focus();
  }

  return (
    <div ref={tools} className="mb-3 grid gap-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the arrow key of the search field inside */}
      <div className="flex gap-2 max-xs:flex-wrap" onKeyDown={onSearchKey}>
        <div className="min-w-0 flex-1 max-xs:basis-full">
          <SearchField
            label={t('leads.search')}
            hint={t('leads.searchHint')}
            clearLabel={t('contacts.clearSearch')}
            value={query}
            onChange={setQuery}
          />
        </div>
        <Button
          variant="secondary"
          className="max-xs:w-full sm:hidden"
          aria-expanded={open}
          aria-controls="lead-filters"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden="true" className="size-4.5" />
          {/* On a phone the words of the search field need the room. */}
          <span className="xs:max-[26rem]:sr-only">
            {count > 0 ? t('leads.filtersCount', { count }) : t('leads.filters')}
          </span>
          {count > 0 && (
            <span aria-hidden="true" className="hidden xs:max-[26rem]:inline">
              {count}
            </span>
          )}
        </Button>
      </div>
      <fieldset
        id="lead-filters"
        className={cn(
          'grid grid-cols-1 gap-2 min-[22.5rem]:grid-cols-2 sm:grid sm:grid-cols-[repeat(auto-fit,minmax(11.5rem,1fr))]',
          !open && 'max-sm:hidden',
        )}
      >
        <legend className="sr-only">{t('leads.filters')}</legend>
        {me.role === 'vendor' && (
          <FilterSelect
            label={t('leads.status')}
            any={t('leads.anyStatus')}
            value={filters.status}
            options={LEAD_STATUSES.map((status) => [status, t(`leads.statuses.${status}`)])}
            onChange={(status) => onChange({ status })}
          />
        )}
        <FilterSelect
          label={t('leads.rating')}
          any={t('leads.anyRating')}
          value={filters.rating}
          options={LEAD_RATINGS.toReversed().map((rating) => [rating, t('leads.atLeast', { count: rating })])}
          onChange={(rating) => onChange({ rating })}
        />
        <FilterSelect
          label={t('leads.tags')}
          any={t('leads.anyTag')}
          value={filters.tag}
          options={[...new Set([...tags, ...(filters.tag ? [filters.tag] : [])])].map((tag) => [tag, tag])}
          onChange={(tag) => onChange({ tag })}
        />
        <FilterSelect
          label={me.role === 'vendor' ? t('leads.followUp') : t('leads.reminder')}
          any={t('leads.anyFollowUp')}
          value={filters.followUp}
          options={[
            ['due', t('leads.due')],
            ['planned', t('leads.planned')],
          ]}
          onChange={(followUp) => onChange({ followUp })}
        />
        <FilterSelect
          label={t('leads.order')}
          value={filters.order}
          options={LEAD_ORDERS.map((order) => [order, t(`leads.orders.${order}`)])}
          onChange={(order) => order && onChange({ order })}
        />
        {exported && (
          <Button
            variant="secondary"
            aria-pressed={filters.fresh}
            className={cn(
              'xs:whitespace-nowrap xs:max-sm:col-span-2',
              filters.fresh && 'border-primary bg-primary-tint text-primary hover:bg-primary-tint',
            )}
            onClick={() => onChange({ fresh: !filters.fresh })}
          >
            {t('leads.fresh')}
          </Button>
        )}
      </fieldset>
    </div>
  );
}

interface FilterSelectProps<Value extends string | number> {
  label: string;
  /** The option shown for no choice; omitted when a value is required. */
  any?: string;
  value: Value | null;
  options: ReadonlyArray<readonly [value: Value, text: string]>;
  onChange: (value: Value | null) => void;
}

/** One filter of a list. */
function FilterSelect<Value extends string | number>({
  label,
  any,
  value,
  options,
  onChange,
}: FilterSelectProps<Value>) {
  return (
    <Select
      aria-label={label}
      className={any && value !== null ? 'border-primary bg-primary-tint text-primary' : ''}
      value={value ?? ''}
      onChange={({ target }) =>
        onChange(options.find(([known]) => String(known) === target.value)?.[0] ?? null)
      }
    >
      {any && <option value="">{any}</option>}
      {options.map(([known, text]) => (
        <option key={known} value={known}>
          {text}
        </option>
      ))}
    </Select>
  );
}
