import { readAllRows } from './read-all-rows.ts';
import type { Supabase } from './supabase.ts';

/** @returns the profile ids of everybody who joined one of the vendor's sessions, each once. */
export async function fetchVisitorIds(supabase: Supabase, vendorId: string): Promise<string[]> {
  const rows = await readAllRows((from, to) =>
    supabase
      .from('sessions')
      .select('visitor_id', { count: 'exact' })
      .eq('vendor_id', vendorId)
      .not('visitor_id', 'is', null)
      .order('id')
      .range(from, to)
      .throwOnError(),
  );
  return [...new Set(rows.flatMap(({ visitor_id }) => visitor_id ?? []))];
}
