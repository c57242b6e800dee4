import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BoothCode, BoothCodeSummary } from '@/shared/api/database-types.ts';
import { insertOnce } from '@/shared/api/insert-once.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** The server does not announce scans; joins are announced at once. */
const REFRESH_MS = 30_000;

/** The editable part of a code. */
export type BoothCodeContent = Pick<BoothCode, 'label' | 'kind' | 'style' | 'logo_path'>;

/** The codes of a booth, oldest first. */
async function fetchBoothCodes(supabase: Supabase, vendorId: string): Promise<BoothCodeSummary[]> {
  const { data } = await supabase
    .from('booth_code_summaries')
    .select('*')
    .eq('vendor_id', vendorId)
    .order('created_at')
    .throwOnError();
  return data;
}

function boothCodesQuery(supabase: Supabase, profileId: string, vendorId: string) {
  return queryOptions({
    queryKey: queryKeys.boothCodes(profileId, vendorId),
    queryFn: () => fetchBoothCodes(supabase, vendorId),
    refetchInterval: REFRESH_MS,
  });
}

/** @param vendorId the booth's; the counts change with the user's chats */
export function useBoothCodes(profileId: string, vendorId: string) {
  return useQuery(boothCodesQuery(useSupabase(), profileId, vendorId));
}

/**
 * The actions on a booth code. All throw PostgrestError; the list is refetched after each. A new
 * code has the same id for each attempt.
 */
export type BoothCodeAct =
  | { kind: 'make'; id: string; content: BoothCodeContent }
  | { kind: 'change'; id: string; content: BoothCodeContent }
  | { kind: 'pause'; id: string; paused: boolean }
  | { kind: 'rotate'; id: string }
  | { kind: 'delete'; id: string };

/**
 * Carries out an action.
 * @returns the row as it is now; null once it is deleted
 * @throws PostgrestError
 */
export async function actOnBoothCode(
  supabase: Supabase,
  vendorId: string,
  wanted: BoothCodeAct,
): Promise<BoothCode | null> {
  const codes = supabase.from('booth_codes');
  switch (wanted.kind) {
    case 'make': {
      const { id, content } = wanted;
      const insert = codes
        .insert({ id, vendor_id: vendorId, ...content })
        .select()
        .single();
      return insertOnce(insert, () =>
        codes.update(content).eq('id', id).select().maybeSingle().throwOnError(),
      );
    }
    case 'change':
      return (await codes.update(wanted.content).eq('id', wanted.id).select().single().throwOnError()).data;
    case 'pause': {
      const paused_at = wanted.paused ? new Date().toISOString() : null;
      return (await codes.update({ paused_at }).eq('id', wanted.id).select().single().throwOnError()).data;
    }
    case 'rotate':
      return (await supabase.rpc('rotate_booth_code', { code_id: wanted.id }).throwOnError()).data;
    case 'delete':
      await codes.delete().eq('id', wanted.id).throwOnError();
      return null;
  }
}

export function useBoothCodeAct(profileId: string, vendorId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (wanted: BoothCodeAct) => actOnBoothCode(supabase, vendorId, wanted),
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.boothCodes(profileId, vendorId) }),
  });
}
