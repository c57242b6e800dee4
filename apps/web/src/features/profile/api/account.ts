import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callFunction, FunctionRefusal } from '@/shared/api/call-function.ts';
import type { DataExport } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';

/** Lines of the record that are shown. */
const RECORDED = 50;

/** The proof that the server requires before deleting an account, and the amount of data. */
export interface DeletionTerms {
  proof: 'password' | 'address' | 'none';
  chats: number;
  messages: number;
  files: number;
}

export interface DeletionProof {
  password?: string;
  address?: string;
}

/** The record of exports, newest first. */
export function useDataExports(profileId: string) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.dataExports(profileId),
      queryFn: async (): Promise<DataExport[]> => {
        const { data } = await supabase
          .from('data_exports')
          .select('*')
          .order('created_at', { ascending: false })
          .order('id')
          .limit(RECORDED)
          .throwOnError();
        return data;
      },
    }),
  );
}

/**
 * Fetches everything about the user as a ZIP and saves it under a name. Fails with an
 * {@link FunctionRefusal}.
 */
export function useExportAccount(profileId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fileName: string) => {
      const zip = await callFunction<Blob>(supabase, 'export-account', {});
      downloadFile(fileName, zip);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.dataExports(profileId) }),
  });
}

/** Never cached: the dialog must list what deletion removes now. */
export function useDeletionTerms(profileId: string) {
  const supabase = useSupabase();
  return useQuery({
    queryKey: ['deletion-terms', profileId],
    queryFn: () => callFunction<DeletionTerms>(supabase, 'delete-account', null),
    gcTime: 0,
    staleTime: 0,
  });
}

/**
 * Deletes the user for good; succeeds where they are gone already. Fails with an
 * {@link FunctionRefusal}, after which {@link isOutcomeUnknown} says whether the deletion may be
 * under way nevertheless.
 */
export function useDeleteAccount() {
  const supabase = useSupabase();
  return useMutation({
    // A repeated one waits on the server for the first, and finds its work done.
    mutationFn: async (proof: DeletionProof) => {
      try {
        await callFunction(supabase, 'delete-account', { confirmed: true, ...proof });
      } catch (error) {
        const status = error instanceof FunctionRefusal ? error.status : 0;
        if (!(status === 403 || isOutcomeUnknown(status)) || !(await isGone(supabase))) throw error;
      }
    },
    networkMode: 'always',
  });
}

/**
 * Checks whether the server may have processed a call whose response was lost: no response, or a
 * proxy's.
 */
export function isOutcomeUnknown(status: number): boolean {
  return [0, 502, 503, 504].includes(status);
}

async function isGone(supabase: Supabase): Promise<boolean> {
  const { error } = await supabase.auth.getUser();
  return error?.code === 'user_not_found' || error?.code === 'session_not_found';
}
