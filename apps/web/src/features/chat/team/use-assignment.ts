import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ChatRow } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { useAttemptId } from '@/shared/hooks/use-attempt-id.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { toast } from '@/shared/toast/toast.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatAccess } from '../sync/chat-query.ts';
import { assignmentFault, withAssignment } from './assignment.ts';

/** A change of who answers a chat, asked for by a person of the booth's team. */
export type AssignmentChange =
  | { kind: 'claim'; takeOver: boolean }
  /** The note is for the colleague; empty: none. */
  | { kind: 'hand-over'; memberId: string; note: string }
  | { kind: 'release' };

async function changeAssignment(
  supabase: Supabase,
  chatId: string,
  change: AssignmentChange,
  noteId: string,
): Promise<ChatRow> {
  switch (change.kind) {
    case 'claim': {
      const args = { session_id: chatId, take_over: change.takeOver };
      return (await supabase.rpc('claim_chat', args).throwOnError()).data;
    }
    case 'hand-over': {
      const note = { note: change.note.trim() || null, note_id: noteId };
      const args = { session_id: chatId, member_id: change.memberId, ...note };
      return (await supabase.rpc('hand_over_chat', args).throwOnError()).data;
    }
    case 'release':
      return (await supabase.rpc('release_chat', { session_id: chatId }).throwOnError()).data;
  }
}

/**
 * Changes who answers the chat. The open chat shows the answer at once; after a refusal too, the
 * chat, the list and the team are read again. @throws PostgrestError
 * @param onChanged called after a success, also when the caller is no longer shown
 */
export function useAssignment(chatId: string, profileId: string, onChanged: () => void) {
  const supabase = useSupabase();
  const queryClient = useQueryClient();
  const attempt = useAttemptId();
  return useSingleMutation({
    mutationFn: (change: AssignmentChange) =>
      changeAssignment(supabase, chatId, change, attempt.of(JSON.stringify(change))),
    onSuccess(row) {
      attempt.done();
      queryClient.setQueryData<ChatAccess>(chatKeys.chat(chatId), (known) =>
        known?.session ? { ...known, session: withAssignment(known.session, row) } : known,
      );
      onChanged();
    },
    // Not awaited: the change is done, whatever the reading takes.
    onSettled() {
      void queryClient.invalidateQueries({ queryKey: chatKeys.chat(chatId) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(profileId) });
      // Claiming ends being away, and a refusal may mean that a person has left.
      void queryClient.invalidateQueries({ queryKey: queryKeys.team.all(profileId) });
    },
  });
}

/** @returns the text for a failed change of who answers */
export function useAssignmentFaultText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    const fault = assignmentFault(error);
    switch (fault?.kind) {
      case 'conflict':
        return t('teamChat.alreadyAnswers', { name: fault.name || t('teamChat.colleague') });
      case 'away':
        return t('teamChat.isAway');
      case 'not-member':
        return t('team.faults.notMember');
      case 'chat-unknown':
        return t('teamChat.notYours');
      default:
        return t('team.failed');
    }
  };
}

/** @returns shows a failed change of who answers as a toast */
export function useAssignmentToast(): (error: unknown) => void {
  const { t } = useTranslation();
  const faultText = useAssignmentFaultText();
  return (error) => {
    if (assignmentFault(error)?.kind === 'conflict') toast(faultText(error), { id: 'assignment' });
    else toast.error(t('common.error'), { id: 'assignment', description: faultText(error) });
  };
}
