import type { ReportReason } from '@dragoman/domain/report-reasons';
import { insertOnce } from '@/shared/api/insert-once.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useAttemptId } from '@/shared/hooks/use-attempt-id.ts';
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

/**
 * Sends a report to the administrators.
 * @param report with its id, the same for each attempt, and who sends it
 * @throws PostgrestError PT429 after ten of them in a day
 */
export async function sendReport(
  supabase: Supabase,
  { id, me, personId, reason, details, sessionId: chatId }: ReportDraft & { id: string; me: string },
): Promise<void> {
  const reports = supabase.from('reports');
  const report = {
    id,
    reporter_id: me,
    reported_id: personId,
    reason,
    details: details.trim() || null,
    session_id: chatId,
    message_ids: chatId ? await lastMessages(supabase, chatId) : [],
  };
  await insertOnce<unknown>(reports.insert(report), () =>
    reports.select('id').eq('id', id).maybeSingle().throwOnError(),
  );
}

/** Calls {@link sendReport}. The same report tried again has the same id, and is sent once. */
export function useSendReport() {
  const supabase = useSupabase();
  const me = useProfile().data?.id ?? '';
  const attempt = useAttemptId();
  return useSingleMutation({
    mutationFn: (draft: ReportDraft) =>
      sendReport(supabase, { ...draft, id: attempt.of(JSON.stringify(draft)), me }),
    onSuccess: attempt.done,
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
