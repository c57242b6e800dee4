import {
  isOpenLead,
  LEAD_RATINGS,
  LEAD_STATUSES,
  type LeadRating,
  type LeadStatus,
} from '@dragoman/domain/leads/lead';
import { matchesSearch, searchKey } from '@dragoman/domain/search-text';
import type { LeadRow } from '@/shared/api/database-types.ts';
import { compareTimes } from '@/shared/format/compare-times.ts';
import { containing, type TextFilter } from '@/shared/format/text-filter.ts';

/**
 * Orders of the list: the latest met or changed first; by name; the best first; the earliest due
 * first.
 */
export const LEAD_ORDERS = ['met', 'changed', 'name', 'rating', 'follow_up'] as const;
export type LeadOrder = (typeof LEAD_ORDERS)[number];

export interface LeadFilters {
  query: string;
  status: LeadStatus | null;
  /** At least so many stars. */
  rating: LeadRating | null;
  tag: string | null;
  /** due: on this day or before; planned: on any day. */
  followUp: 'due' | 'planned' | null;
  /** Only leads changed since the last export. */
  fresh: boolean;
  order: LeadOrder;
}

export const NO_FILTERS: LeadFilters = {
  query: '',
  status: null,
  rating: null,
  tag: null,
  followUp: null,
  fresh: false,
  order: 'met',
};

/** @returns how many filters narrow the list beside the search. */
export function countFilters({ status, rating, tag, followUp, fresh }: LeadFilters): number {
  return [status, rating, tag, followUp, fresh].filter(Boolean).length;
}

/** @returns whether the list is narrowed at all. */
export function isNarrowed(filters: LeadFilters): boolean {
  return countFilters(filters) > 0 || searchKey(filters.query) !== '';
}

/** @returns a filter for each word of a search, as the database compares them. */
export function searchFilters(query: string): TextFilter[] {
  return searchKey(query).split(' ').filter(Boolean).map(containing);
}

/** A row of lists and files. */
export type ListedLead = Omit<LeadRow, 'search'>;

/**
 * Applies the server's filters to rows on this device, without a network.
 * @param since changed_at of the last exported change
 * @param today the day, `2026-05-17`
 */
export function matchesFilters(
  lead: ListedLead,
  filters: LeadFilters,
  since: string | null,
  today: string,
): boolean {
  const { name, company, email, designation, tags, note, follow_up_on: day } = lead;
  const text = searchKey([name, company, email, designation, ...tags, note].filter(Boolean).join('\n'));
  return (
    matchesSearch(text, filters.query) &&
    (!filters.status || lead.status === filters.status) &&
    (!filters.rating || (lead.rating ?? 0) >= filters.rating) &&
    (!filters.tag || tags.includes(filters.tag)) &&
    (!filters.followUp || day !== null) &&
    (filters.followUp !== 'due' || isDue(lead, today)) &&
    (!filters.fresh || !since || compareTimes(lead.changed_at, since) > 0)
  );
}

/** @returns whether a follow-up is due on a day */
export function isDue({ follow_up_on, status }: Pick<ListedLead, 'follow_up_on' | 'status'>, today: string) {
  return follow_up_on !== null && follow_up_on <= today && isOpenLead(status);
}

/**
 * Reads the filters from an address, so that a list can be linked to and comes back with the back
 * button.
 */
export function filtersOf(params: URLSearchParams): LeadFilters {
  const one = <Value extends string>(values: readonly Value[], value: string | null): Value | null =>
    values.find((known) => known === value) ?? null;
  return {
    query: params.get('q') ?? '',
    status: one(LEAD_STATUSES, params.get('status')),
    rating: LEAD_RATINGS.find((rating) => String(rating) === params.get('rating')) ?? null,
    tag: params.get('tag') || null,
    followUp: one(['due', 'planned'] as const, params.get('follow')),
    fresh: params.has('new'),
    order: one(LEAD_ORDERS, params.get('order')) ?? NO_FILTERS.order,
  };
}

/** @returns the address's query of some filters. */
export function paramsOf(filters: LeadFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (filters.query) params.set('q', filters.query);
  if (filters.status) params.set('status', filters.status);
  if (filters.rating) params.set('rating', String(filters.rating));
  if (filters.tag) params.set('tag', filters.tag);
  if (filters.followUp) params.set('follow', filters.followUp);
  if (filters.fresh) params.set('new', '');
  if (filters.order !== NO_FILTERS.order) params.set('order', filters.order);
  return params;
}
