import type { Supabase } from './supabase.ts';

/** The server cuts an answer at 1,000 rows (protocol section B3), so a long list is read page by page. */
const PAGE = 1000;

/** @returns the profile ids of everybody who joined one of the vendor's sessions, each once. */
export async function fetchVisitorIds(supabase: Supabase, vendorId: string): Promise<string[]> {
  const ids = new Set<string>();
  for (let from = 0; ; from += PAGE) {
    const { data } = await supabase
      .from('sessions')
      .select('visitor_id')
      .eq('vendor_id', vendorId)
      .not('visitor_id', 'is', null)
      .order('id')
      .range(from, from + PAGE - 1)
      .throwOnError();
    for (const row of data) if (row.visitor_id) ids.add(row.visitor_id);
    if (data.length < PAGE) return [...ids];
  }
}
