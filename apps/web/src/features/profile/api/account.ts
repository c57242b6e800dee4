import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callFunction, FunctionRefusal, isOutcomeUnknown } from '@/shared/api/call-function.ts';
import type { DataExport } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';

/** A ZIP with all files of a user, which may be gigabytes over a venue's network. */
const EXPORT_TIMEOUT_MS = 2 * 60 * 60_000;
/** The server gives the deletion of a large account 300 s (docs/adr/0032). */
const DELETION_TIMEOUT_MS = 310_000;

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
      const zip = await callFunction<Blob>(supabase, 'export-account', {}, EXPORT_TIMEOUT_MS);
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

/** Calls {@link deleteAccount}. */
export function useDeleteAccount() {
  const supabase = useSupabase();
  return useMutation({
    mutationFn: (proof: DeletionProof) => deleteAccount(supabase, proof),
    networkMode: 'always',
  });
}

/**
 * Deletes the user for good; succeeds where they are gone already. A repeated call waits on the
 * server for the first, and finds its work done.
 * @throws {FunctionRefusal} {@link isOutcomeUnknown} says whether the deletion may be under way
 * nevertheless
 */
export async function deleteAccount(supabase: Supabase, proof: DeletionProof): Promise<void> {
  try {
    await callFunction(supabase, 'delete-account', { confirmed: true, ...proof }, DELETION_TIMEOUT_MS);
  } catch (error) {
    const status = error instanceof FunctionRefusal ? error.status : 0;
    if (!(status === 403 || isOutcomeUnknown(status)) || !(await isGone(supabase))) throw error;
  }
}

async function isGone(supabase: Supabase): Promise<boolean> {
  const { error } = await supabase.auth.getUser();
  return error?.code === 'user_not_found' || error?.code === 'session_not_found';
}
