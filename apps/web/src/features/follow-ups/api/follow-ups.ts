import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callFunction } from '@/shared/api/call-function.ts';
import type { AnswerOf } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';

/** A visitor whom the booth met (docs/adr/0088). */
export type FollowUpPerson = AnswerOf<'follow_up_people'>[number];

/** While a mail waits, the list asks how it ended. */
const ASK_AGAIN_MS = 4000;

/** A mail that its writer has approved. */
export interface ApprovedMail {
  personId: string;
  subject: string;
  text: string;
}

/** What became of a batch. */
export interface SendResult {
  queued: number;
  leftOut: { personId: string; reason: string }[];
}

/** The booth's leads who share an e-mail address, with their last mail. */
export function useFollowUpPeople(boothId: string) {
  const supabase = useSupabase();
  return useQuery({
    queryKey: queryKeys.followUps(boothId),
    queryFn: async (): Promise<FollowUpPerson[]> =>
      (await supabase.rpc('follow_up_people').throwOnError()).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'waiting') ? ASK_AGAIN_MS : false,
  });
}

/** Hands approved mails to the server, which sends them. @throws {FunctionRefusal} then it took none */
export function useSendFollowUps(boothId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (mails: readonly ApprovedMail[]) =>
      callFunction<SendResult>(supabase, 'follow-ups', { mails }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.followUps(boothId) }),
  });
}
