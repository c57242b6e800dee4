import { unseenChats } from '@/entities/chat/chat-list-item.ts';
import { useChatList } from '@/entities/chat/chat-list-query.ts';
import { useCurrentProfile } from '@/entities/profile/current-profile.ts';

/** In how many of the user's chats something has happened that they have not seen. */
export function useUnseenChats(): number {
  const profile = useCurrentProfile();
  return unseenChats(useChatList(profile).data ?? [], profile);
}
