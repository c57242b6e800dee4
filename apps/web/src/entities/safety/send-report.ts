import type { ReportReason } from '@dragoman/domain/report-reasons';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { useProfile } from '../profile/profile-query.ts';

/** The number of recent messages sent with a report as context; the table takes 20. */
const MESSAGES_SHOWN = 10;

/** The limit of the table. */
export const REPORT_DETAILS_MAX = 2000;

export interface ReportDraft {
  personId: string;
  reason: ReportReason;
  details: string;
  /** The chat whose last messages the administrators may read; null for none. */
  sessionId: string | null;
}

/** Sends a report to the administrators. @throws PostgrestError PT429 after ten of them in a day */
export function useSendReport() {
  const supabase = useSupabase();
  const me = useProfile().data?.id ?? '';
  return useSingleMutation({
    mutationFn: async ({ personId, reason, details, sessionId: chatId }: ReportDraft): Promise<void> => {
      await supabase
        .from('reports')
        .insert({
          reporter_id: me,
          reported_id: personId,
          reason,
          details: details.trim() || null,
          session_id: chatId,
          message_ids: chatId ? await lastMessages(supabase, chatId) : [],
        })
        .throwOnError();
    },
  });
}

async function lastMessages(supabase: Supabase, chatId: string): Promise<string[]> {
  const { data } = await supabase
    .from('messages')
    .select('id')
    .eq('session_id', chatId)
    .order('created_at', { ascending: false })
    .limit(MESSAGES_SHOWN)
    .throwOnError();
  return data.map(({ id }) => id);
}
