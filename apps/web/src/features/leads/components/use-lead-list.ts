import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { localDay } from '@/shared/format/local-day.ts';
import { type LeadPage, useLeads } from '../api/get-leads.ts';
import { type LeadFilters, type ListedLead, matchesFilters } from '../model/lead-filters.ts';
import type { PendingLeads } from '../model/lead-outbox.ts';

/**
 * The list as it is shown: with unsaved changes, and without a network from this device's cache.
 */
export function useLeadList(
  ownerId: string,
  filters: LeadFilters,
  since: string | null,
  pending: PendingLeads,
) {
  const queryClient = useQueryClient();
  const query = useLeads(ownerId, filters, since);
  const { data, fetchStatus, isPlaceholderData } = query;
  const fromDevice = fetchStatus === 'paused' && (data === undefined || isPlaceholderData);

  const rows = useMemo(() => {
    if (fromDevice) return leadsOnDevice(queryClient, ownerId, filters, since, pending);
    const read = data?.pages.flatMap((page) => page.rows);
    return read && withPending(read, pending);
  }, [data, fromDevice, queryClient, ownerId, filters, since, pending]);

  return {
    query,
    rows,
    /** These are only the people known to this device. */
    fromDevice: fromDevice && (rows?.length ?? 0) > 0,
    count: fromDevice ? (rows?.length ?? 0) : (data?.pages.at(-1)?.count ?? 0),
  };
}

/** @returns the leads known to this device that match the filters, with unsaved changes */
export function leadsOnDevice(
  queryClient: QueryClient,
  ownerId: string,
  filters: LeadFilters,
  since: string | null,
  pending: PendingLeads,
): ListedLead[] {
  const lists = queryClient.getQueriesData<InfiniteData<LeadPage>>({
    queryKey: [...queryKeys.leads.all(ownerId), 'list'],
  });
  const known = lists.flatMap(([, list]) => list?.pages.flatMap(({ rows }) => rows) ?? []);
  return withPending(known, pending).filter((row) => matchesFilters(row, filters, since, localDay()));
}

/** Removes duplicates: a person who moves between two requests may be in both pages. */
function withPending(rows: readonly ListedLead[], pending: PendingLeads): ListedLead[] {
  const distinct = new Map<string, ListedLead>();
  for (const row of rows) {
    const mine = pending.get(row.person_id)?.mine;
    if (!distinct.has(row.person_id)) distinct.set(row.person_id, mine ? { ...row, ...mine } : row);
  }
  return [...distinct.values()];
}
