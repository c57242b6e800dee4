import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Analytics } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** What a person of a team did in a span of time. */
export type PersonFigures = NonNullable<Analytics['people']>[number];

/**
 * Scans come without a word from the server; of chats and leads one hears (`useLiveAnalytics`).
 */
const REFRESH_MS = 30_000;

export interface AnalyticsSpan {
  /** IANA name of the time zone whose midnights count. */
  zone: string;
  /** `2026-05-17`; null for everything. */
  first: string | null;
  last: string | null;
}

/** A vendor's figures of some days. @throws PostgrestError */
async function fetchAnalytics(supabase: Supabase, { zone, first, last }: AnalyticsSpan): Promise<Analytics> {
  const span = { zone, first_day: first, last_day: last };
  return (await supabase.rpc('vendor_analytics', span).throwOnError()).data;
}

/**
 * @param running whether the figures still change; then they are refetched while the page is
 * visible
 */
export function useAnalytics(vendorId: string, span: AnalyticsSpan, running: boolean) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.analytics.span(vendorId, span),
      queryFn: () => fetchAnalytics(supabase, span),
      refetchInterval: running ? REFRESH_MS : false,
      // Another period replaces this one when it is there.
      placeholderData: keepPreviousData,
    }),
  );
}
