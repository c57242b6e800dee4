import { tagArray } from '@dragoman/domain/leads/lead';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { type LeadFilters, type ListedLead, searchFilters } from '../model/lead-filters.ts';
import type { SavedLead } from '../model/pending-lead.ts';
import { SAVED_COLUMNS, savedLead } from './save-lead.ts';

/** A few screens. */
const PAGE = 50;

/** All columns except those that only filters compare. */
const LEAD_COLUMNS =
  'person_id, role, name, company, designation, email, phone, website, linkedin, whatsapp, wechat, language, avatar_url, met_at, status, rating, tags, note, answers, follow_up_on, version, updated_at, changed_at, met_by';

export interface LeadPage {
  rows: ListedLead[];
  /** The number of people that the filters find in all. */
  count: number;
}

/** @param since changed_at up to which an export has taken them, for the filter of what is new */
export function filteredLeads(supabase: Supabase, filters: LeadFilters, since: string | null) {
  let query = supabase.from('lead_list').select(LEAD_COLUMNS, { count: 'exact' });
  for (const { operator, value } of searchFilters(filters.query))
    query = query.filter('search', operator, value);
  if (filters.status) query = query.eq('status', filters.status);
  if (filters.rating) query = query.gte('rating', filters.rating);
  if (filters.tag) query = query.contains('tags', tagArray(filters.tag));
  if (filters.followUp === 'planned') query = query.not('follow_up_on', 'is', null);
  if (filters.followUp === 'due') {
    query = query.lte('follow_up_on', localDay()).not('status', 'in', '(won,lost)');
  }
  if (filters.fresh && since) query = query.gt('changed_at', since);
  return query;
}

async function fetchLeadPage(
  supabase: Supabase,
  filters: LeadFilters,
  since: string | null,
  from: number,
): Promise<LeadPage> {
  const found = filteredLeads(supabase, filters, since);
  const ordered = {
    met: () => found.order('met_at', { ascending: false }),
    changed: () => found.order('changed_at', { ascending: false }),
    name: () => found.order('name', { nullsFirst: false }),
    rating: () => found.order('rating', { ascending: false, nullsFirst: false }),
    follow_up: () => found.order('follow_up_on', { nullsFirst: false }),
  }[filters.order]();
  const { data, count } = await ordered
    .order('person_id')
    .range(from, from + PAGE - 1)
    .throwOnError();
  return { rows: data, count: count ?? data.length };
}

/** The filtered leads, with notes; more pages on demand. */
export function useLeads(ownerId: string, filters: LeadFilters, since: string | null) {
  const supabase = useSupabase();
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: queryKeys.leads.list(ownerId, { ...filters, since: filters.fresh ? since : null }),
      queryFn: ({ pageParam }) => fetchLeadPage(supabase, filters, since, pageParam),
      placeholderData: keepPreviousData,
      initialPageParam: 0,
      getNextPageParam: (last, pages) => {
        const read = pages.reduce((sum, page) => sum + page.rows.length, 0);
        return last.rows.length > 0 && read < last.count ? read : undefined;
      },
    }),
  );
}

/** The notes on one person; null without any. */
export function useSavedLead(ownerId: string, personId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.leads.one(ownerId, personId),
      queryFn: async (): Promise<SavedLead | null> => {
        const { data } = await supabase
          .from('leads')
          .select(SAVED_COLUMNS)
          .match({ owner_id: ownerId, person_id: personId })
          .maybeSingle()
          .throwOnError();
        return data && savedLead(data);
      },
    }),
  );
}

/** The user's own tags, the most frequent first. */
export function useLeadTags(ownerId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.leads.tags(ownerId),
      queryFn: async () => (await supabase.rpc('lead_tags').throwOnError()).data.map(({ tag }) => tag),
    }),
  );
}
