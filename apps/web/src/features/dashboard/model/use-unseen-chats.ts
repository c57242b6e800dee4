import { useCurrentProfile } from '@/lib/current-profile.ts';
import { useSummaries } from '@/lib/session-summaries.ts';
import { unseenChats } from '@/lib/session-summary.ts';

/** In how many of the user's chats something has happened that they have not seen. */
export function useUnseenChats(): number {
  const profile = useCurrentProfile();
  return unseenChats(useSummaries(profile).data ?? [], profile.role);
}
