import type { MeetingRow } from '@/entities/meeting/meeting.ts';

/** The state of a meeting as it is shown; `over`: all proposed times have passed without an answer. */
export type ShownState = MeetingRow['state'] | 'over';

export interface ShownMeeting {
  state: ShownState;
  /** The times to show: all proposed ones, or the accepted one. */
  times: { at: string; canBeAccepted: boolean }[];
  /** What the viewer can do, in the order of its buttons. */
  acts: ('calendar' | 'removeFromCalendar' | 'decline' | 'withdraw' | 'otherTimes' | 'cancel')[];
}

/**
 * @param isOwn whether the viewer's side has proposed it
 * @param canPropose whether the chat takes proposals now
 * @param hasFiles whether the installation makes calendar files
 * @param now milliseconds since 1970
 */
export function shownMeeting(
  meeting: Pick<MeetingRow, 'state' | 'times' | 'starts_at'>,
  {
    isOwn,
    canPropose,
    hasFiles,
    now,
  }: { isOwn: boolean; canPropose: boolean; hasFiles: boolean; now: number },
): ShownMeeting {
  const { state, starts_at: startsAt } = meeting;
  const isAhead = (at: string) => Date.parse(at) > now;
  if (startsAt) {
    const times = [{ at: startsAt, canBeAccepted: false }];
    if (!isAhead(startsAt)) return { state, times, acts: [] };
    const file = state === 'accepted' ? ('calendar' as const) : ('removeFromCalendar' as const);
    return {
      state,
      times,
      acts: [...(hasFiles ? [file] : []), ...(state === 'accepted' ? (['cancel'] as const) : [])],
    };
  }
  const isOpen = state === 'proposed' && meeting.times.some(isAhead);
  const times = meeting.times.map((at) => ({
    at,
    canBeAccepted: isOpen && !isOwn && canPropose && isAhead(at),
  }));
  const others = canPropose ? (['otherTimes'] as const) : [];
  if (isOpen) return { state, times, acts: isOwn ? ['withdraw'] : ['decline', ...others] };
  if (state === 'proposed') return { state: 'over', times, acts: [...others] };
  return { state, times, acts: [] };
}
