import type { ReportReason } from '@dragoman/domain/report-reasons';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { useProfile } from '../profile/profile-query.ts';

/** So many messages show what it was about; the table takes 20. */
const MESSAGES_SHOWN = 10;

/** The limit of the table. */
export const REPORT_DETAILS_MAX = 2000;

export interface ReportDraft {
  personId: string;
  reason: ReportReason;
  details: string;
  /** The chat whose last messages the organiser may read; null for none. */
  sessionId: string | null;
}

/** Sends a report to the organiser. @throws PostgrestError PT429 after ten of them in a day */
export function useSendReport() {
  const supabase = useSupabase();
  const me = useProfile().data?.id ?? '';
  return useSingleMutation({
    mutationFn: async ({ personId, reason, details, sessionId }: ReportDraft): Promise<void> => {
      await supabase
        .from('reports')
        .insert({
          reporter_id: me,
          reported_id: personId,
          reason,
          details: details.trim() || null,
          session_id: sessionId,
          message_ids: sessionId ? await lastMessages(supabase, sessionId) : [],
        })
        .throwOnError();
    },
  });
}

async function lastMessages(supabase: Supabase, sessionId: string): Promise<string[]> {
  const { data } = await supabase
    .from('messages')
    .select('id')
    .eq('session_id', sessionId)
    .order('created_at', { ascending: false })
    .limit(MESSAGES_SHOWN)
    .throwOnError();
  return data.map(({ id }) => id);
}
