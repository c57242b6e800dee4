import type { DocumentPassage } from '@dragoman/domain/knowledge-base/knowledge-base';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';
import { useAttemptId } from '@/shared/hooks/use-attempt-id.ts';

/** A document cut into passages. */
export interface NewDocument {
  title: string;
  pages: number;
  passages: DocumentPassage[];
}

/** Why a document was not taken. */
export type SaveProblem = 'full' | 'too-long' | 'failed';

/** Adds a document with all its passages, or nothing. It never throws. */
export function useAddDocument(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const attempt = useAttemptId();
  return useMutation({
    mutationFn: async (document: NewDocument): Promise<SaveProblem | null> => {
      const args = { ...document, document_id: attempt.of(JSON.stringify(document)) };
      const { error, status } = await supabase.rpc('add_material', args);
      if (!error) return null;
      if (error.code === 'PT409') return 'full';
      // 413: in a script of many bytes a text can be too long to be sent that has no more
      // characters than it may.
      return status === 413 ? 'too-long' : 'failed';
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.material(ownerId) }),
  });
}

/** Deletes a document and all that it was cut into. */
export function useDeleteDocument(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      await supabase.from('material_documents').delete().eq('id', id).throwOnError();
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.material(ownerId) }),
  });
}
