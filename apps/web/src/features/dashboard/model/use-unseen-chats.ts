import { useSummaries } from '@/entities/chat/session-summaries.ts';
import { unseenChats } from '@/entities/chat/session-summary.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';

/** In how many of the user's chats something has happened that they have not seen. */
export function useUnseenChats(): number {
  const profile = useCurrentProfile();
  return unseenChats(useSummaries(profile).data ?? [], profile.role);
}
