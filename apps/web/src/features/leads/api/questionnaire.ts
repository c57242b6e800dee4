import type { LeadQuestion } from '@dragoman/domain/leads/lead-questions';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LeadQuestionnaire } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';

/** The questions were changed on another device since they were read. */
export class QuestionsChangedError extends Error {
  override name = 'QuestionsChangedError' as const;
  readonly theirs: Questionnaire;

  constructor(theirs: Questionnaire) {
    super('The questions were changed on another device');
    this.theirs = theirs;
  }
}

export type Questionnaire = Pick<LeadQuestionnaire, 'questions' | 'version'>;

/** The vendor's own questions; none for visitors. */
export function useQuestionnaire(ownerId: string, enabled = true) {
  const supabase = useSupabase();
  return useQuery(
    queryOptions({
      queryKey: queryKeys.leads.questions(ownerId),
      enabled,
      queryFn: () => fetchQuestionnaire(supabase, ownerId),
    }),
  );
}

async function fetchQuestionnaire(supabase: Supabase, ownerId: string): Promise<Questionnaire> {
  const { data } = await supabase
    .from('lead_questionnaires')
    .select('questions, version')
    .eq('owner_id', ownerId)
    .maybeSingle()
    .throwOnError();
  return data ?? { questions: [], version: 0 };
}

/**
 * Replaces the questions, if they still equal the ones that the user saw.
 * @throws {@link QuestionsChangedError} with the present ones, when another device was first;
 * nothing is changed then
 */
export function useSaveQuestions(ownerId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.leads.questions(ownerId);
  return useMutation({
    mutationFn: async ({ questions, version }: { questions: LeadQuestion[]; version: number }) => {
      const table = supabase.from('lead_questionnaires');
      const { data, error } = await (version === 0
        ? table.insert({ owner_id: ownerId, questions })
        : table.update({ questions }).eq('owner_id', ownerId).eq('version', version)
      )
        .select('questions, version')
        .maybeSingle();
      if (error && error.code !== '23505') throw error;
      if (!data) throw new QuestionsChangedError(await fetchQuestionnaire(supabase, ownerId));
      return data;
    },
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: (error) => {
      if (error instanceof QuestionsChangedError) queryClient.setQueryData(queryKey, error.theirs);
    },
  });
}
