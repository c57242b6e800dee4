import { queryOptions, useQuery } from '@tanstack/react-query';
import type { KnowledgeBaseDocument } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** The page where a vendor keeps documents for the assistant, as a query of the profile page. */
export const KNOWLEDGE_BASE_QUERY = 'material';

/** The vendor's documents, the newest first; there are never more than a request may bring. */
async function fetchMaterial(supabase: Supabase): Promise<KnowledgeBaseDocument[]> {
  const { data } = await supabase
    .from('material_documents')
    .select('*')
    .order('created_at', { ascending: false })
    .throwOnError();
  return data;
}

/**
 * The documents that a vendor has given the assistant. @param enabled false for visitors, who have
 * none
 */
export function useKnowledgeBase(ownerId: string, enabled = true) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({ queryKey: queryKeys.material(ownerId), queryFn: () => fetchMaterial(supabase), enabled }),
  );
}
