import { queryOptions, useQuery } from '@tanstack/react-query';
import { fetchVisitorIds } from '@/entities/chat/visitor-ids.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { readAllRows } from '@/shared/api/read-all-rows.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** Ids in one `in` filter: 100 of them make a URL of 4 kB, well below what servers take. */
const IDS_AT_ONCE = 100;

/** All people who joined one of the vendor's sessions (specification 7.2). */
export async function fetchMetVisitors(supabase: Supabase, vendorId: string): Promise<Profile[]> {
  const ids = await fetchVisitorIds(supabase, vendorId);
  const chunks = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) =>
    ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  );
  const answers = await Promise.all(
    chunks.map((chunk) => supabase.from('shared_profiles').select('*').in('id', chunk).throwOnError()),
  );
  return answers.flatMap(({ data }) => data);
}

/** All vendors (specification 7.2). */
export async function fetchVendors(supabase: Supabase): Promise<Profile[]> {
  const rows = await readAllRows((from, to) =>
    supabase
      .from('shared_profiles')
      .select('*', { count: 'exact' })
      .eq('role', 'vendor')
      .order('id')
      .range(from, to)
      .throwOnError(),
  );
  // A registration between two requests may move a person into both pages.
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** @param boothId whose visitors they are; the list changes with the user's chats */
export function useMetVisitors(profileId: string, boothId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.sessions.visitors(profileId, boothId),
      queryFn: () => fetchMetVisitors(supabase, boothId),
    }),
  );
}

export function useVendors() {
  const supabase = useSupabase();
  return useQuery(queryOptions({ queryKey: queryKeys.vendors.list, queryFn: () => fetchVendors(supabase) }));
}
