import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MeetingProposal, MeetingRow, MeetingSettlement } from '@/entities/meeting/meeting.ts';
import { type Supabase, useBackend, useSupabase } from '@/shared/api/supabase.ts';
import { useSingleMutation } from '@/shared/hooks/use-single-mutation.ts';
import { toast } from '@/shared/toast/toast.ts';
import { chatKeys } from '../model/chat-keys.ts';
import { meetingFault, useMeetingFaultText } from './meeting-fault.ts';
import { withMeeting } from './meetings-query.ts';

async function propose(supabase: Supabase, proposal: MeetingProposal): Promise<MeetingRow> {
  return (await supabase.rpc('propose_meeting', proposal).throwOnError()).data;
}

async function settle(supabase: Supabase, settlement: MeetingSettlement): Promise<MeetingRow> {
  return (await supabase.rpc('settle_meeting', settlement).throwOnError()).data;
}

/** Keeps what the server has answered; after a refusal too, the meetings are read again. */
function useKeepMeeting(chatId: string) {
  const queryClient = useQueryClient();
  const queryKey = chatKeys.meetings(chatId);
  return {
    onSuccess(meeting: MeetingRow) {
      queryClient.setQueryData<MeetingRow[]>(queryKey, (known) => known && withMeeting(known, meeting));
    },
    // Not awaited: the act is done, whatever the reading takes.
    onSettled() {
      void queryClient.invalidateQueries({ queryKey });
    },
  };
}

/** Proposes a meeting. @throws PostgrestError */
export function usePropose(chatId: string, onProposed: () => void) {
  const supabase = useSupabase();
  const { onSuccess, onSettled } = useKeepMeeting(chatId);
  return useSingleMutation({
    mutationFn: (proposal: MeetingProposal) => propose(supabase, proposal),
    onSuccess(meeting) {
      onSuccess(meeting);
      onProposed();
    },
    onSettled,
  });
}

/** Accepts, declines, withdraws or cancels a meeting; a refusal is a toast. */
export function useSettle(chatId: string, otherName: string) {
  const { t } = useTranslation();
  const supabase = useSupabase();
  const faultText = useMeetingFaultText(otherName);
  return useSingleMutation({
    mutationFn: (settlement: MeetingSettlement) => settle(supabase, settlement),
    ...useKeepMeeting(chatId),
    onError(error) {
      // The other side was faster: nothing is wrong.
      if (meetingFault(error) === 'changed') toast(faultText(error), { id: 'meeting' });
      else toast.error(t('common.error'), { id: 'meeting', description: faultText(error) });
    },
  });
}

/** The server answers in this time, ms. */
const LINK_TIMEOUT_MS = 10_000;

/**
 * Opens a meeting's calendar file. The server sends it behind a plain link, which the browsers of
 * apps and calendars take (docs/adr/0059).
 */
export function useCalendarFile() {
  const { t } = useTranslation();
  const { config, supabase } = useBackend();
  return useSingleMutation({
    mutationFn: async (meetingId: string) => {
      const functions = await supabase.functions();
      const { data, error } = await functions.invoke<{ path: string }>('meeting-file', {
        body: { meeting: meetingId },
        timeout: LINK_TIMEOUT_MS,
      });
      if (error || !data) throw error ?? new Error('no path');
      return data.path;
    },
    onSuccess(path) {
      // The server sends it as an attachment: the page stays where it is.
      window.location.assign(`${new URL('functions/v1/meeting-file', config.supabaseUrl).href}${path}`);
    },
    onError: () => toast.error(t('common.error'), { id: 'meeting', description: t('meetings.fileFailed') }),
  });
}
