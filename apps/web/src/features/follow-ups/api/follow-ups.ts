import { FunctionsHttpError } from '@supabase/functions-js';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FollowUpPerson } from '@/shared/api/follow-up-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { useSupabase } from '@/shared/api/supabase.ts';

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

/** A batch that the server has refused: its status; 0 without an answer. */
export class SendRefusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The function answered ${status}`);
    this.status = status;
  }
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

/** Hands approved mails to the server, which sends them. @throws {SendRefusal} then it took none */
export function useSendFollowUps(boothId: string) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (mails: readonly ApprovedMail[]): Promise<SendResult> => {
      const { data, error } = await (await supabase.functions()).invoke<SendResult>('follow-ups', {
        body: { mails },
      });
      if (data) return data;
      const status =
        error instanceof FunctionsHttpError ? (error.context as Response | undefined)?.status : 0;
      throw new SendRefusal(status ?? 0);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.followUps(boothId) }),
  });
}
