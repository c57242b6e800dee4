import { readAllRows } from '@/shared/api/read-all-rows.ts';
import type { Supabase } from '@/shared/api/supabase.ts';

/** Ids in one `in` filter: 100 of them make a URL of 4 kB, well below what servers take. */
const IDS_AT_ONCE = 100;

/**
 * @returns the profile ids of all people who joined one of the vendor's sessions, each once.
 * Declined visitors (docs/adr/0031) are included only when they have met otherwise, or when the
 * vendor has notes about them.
 */
export async function fetchVisitorIds(supabase: Pick<Supabase, 'from'>, vendorId: string): Promise<string[]> {
  const rows = await readAllRows((from, to) =>
    supabase
      .from('sessions')
      .select('visitor_id, request_state', { count: 'exact' })
      .eq('vendor_id', vendorId)
      .not('visitor_id', 'is', null)
      .order('id')
      .range(from, to)
      .throwOnError(),
  );
  const met = new Set<string>();
  const declined = new Set<string>();
  for (const { visitor_id: id, request_state: state } of rows)
    if (id) (state === 'declined' ? declined : met).add(id);
  const noted = await fetchNoted(
    supabase,
    vendorId,
    [...declined].filter((id) => !met.has(id)),
  );
  return [...met, ...noted];
}

/** @returns the ids with notes */
async function fetchNoted(
  supabase: Pick<Supabase, 'from'>,
  ownerId: string,
  ids: readonly string[],
): Promise<string[]> {
  const chunks = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, index) =>
    ids.slice(index * IDS_AT_ONCE, (index + 1) * IDS_AT_ONCE),
  );
  const answers = await Promise.all(
    chunks.map((chunk) =>
      supabase
        .from('leads')
        .select('person_id')
        .eq('owner_id', ownerId)
        .in('person_id', chunk)
        .throwOnError(),
    ),
  );
  return answers.flatMap(({ data }) => data.map(({ person_id }) => person_id));
}
