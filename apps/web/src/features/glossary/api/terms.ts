import type { GlossaryTerm } from '@dragoman/domain/glossary/term';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GlossaryRow } from '@/shared/api/database-types.ts';
import { insertOnce } from '@/shared/api/insert-once.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/**
 * The caller's terms in the order of their alphabet; there are never more than a request may bring.
 */
async function fetchTerms(supabase: Supabase): Promise<GlossaryRow[]> {
  const { data } = await supabase.from('glossary_terms').select('*').throwOnError();
  return sorted(data);
}

export function useTerms(ownerId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({ queryKey: queryKeys.glossary(ownerId), queryFn: () => fetchTerms(supabase) }),
  );
}

/** A term to add: a new one, with the same id for each attempt, or one that comes back. */
export type TermToAdd = GlossaryTerm & { id: string };

/**
 * Adds a term.
 * @returns its row
 * @throws PostgrestError 23505 when another entry has the term, PT409 when the glossary is full
 */
export async function addTerm(
  supabase: Supabase,
  ownerId: string,
  { id, ...term }: TermToAdd,
): Promise<GlossaryRow> {
  const terms = supabase.from('glossary_terms');
  const insert = terms
    .insert({ id, owner_id: ownerId, ...term })
    .select('*')
    .single();
  return insertOnce(insert, () => terms.update(term).eq('id', id).select('*').maybeSingle().throwOnError());
}

/** Calls {@link addTerm}. */
export function useAddTerm(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (term: TermToAdd) => addTerm(supabase, ownerId, term),
    // A lost answer leaves the term there.
    onError: () => queryClient.invalidateQueries({ queryKey: queryKeys.glossary(ownerId) }),
    onSuccess: (row) => changeTerms(queryClient, ownerId, (rows) => [...without(rows, row.id), row]),
  });
}

/** Changes a term. @throws PostgrestError 23505 when another entry has it */
export function useChangeTerm(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, term }: { id: string; term: GlossaryTerm }): Promise<GlossaryRow> => {
      const { data } = await supabase
        .from('glossary_terms')
        .update(term)
        .eq('id', id)
        .select('*')
        .single()
        .throwOnError();
      return data;
    },
    onSuccess: (row) => changeTerms(queryClient, ownerId, (rows) => [...without(rows, row.id), row]),
  });
}

/** Deletes a term. */
export function useDeleteTerm(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string): Promise<void> => {
      await supabase.from('glossary_terms').delete().eq('id', id).throwOnError();
    },
    onSuccess: (_, id) => changeTerms(queryClient, ownerId, (rows) => without(rows, id)),
  });
}

/**
 * Imports a list of terms, all or nothing. @throws PostgrestError PT409 when there would be too
 * many
 */
export function useImportTerms(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (terms: GlossaryTerm[]) => {
      const { data } = await supabase.rpc('import_glossary_terms', { terms }).throwOnError();
      return data[0] ?? { added: 0, changed: 0 };
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.glossary(ownerId) }),
  });
}

function changeTerms(
  queryClient: QueryClient,
  ownerId: string,
  change: (rows: GlossaryRow[]) => GlossaryRow[],
): void {
  queryClient.setQueryData<GlossaryRow[]>(
    queryKeys.glossary(ownerId),
    (rows) => rows && sorted(change(rows)),
  );
}

function without(rows: readonly GlossaryRow[], id: string): GlossaryRow[] {
  return rows.filter((row) => row.id !== id);
}

function sorted(rows: readonly GlossaryRow[]): GlossaryRow[] {
  return rows.toSorted((a, b) => a.term.localeCompare(b.term));
}
