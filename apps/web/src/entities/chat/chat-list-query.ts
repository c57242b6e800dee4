import type { Role } from '@dragoman/domain/roles';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { type Actor, chatOwnerIds } from '@/entities/booth/my-booth.ts';
import type { ChatListItem } from '@/shared/api/database-types.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import { readAllRows } from '@/shared/api/read-all-rows.ts';
import { type Supabase, useSupabase } from '@/shared/api/supabase.ts';
import { byActivity, withLiveChanges } from './chat-list-item.ts';
import { chatsOf } from './request-state.ts';

type Chats = readonly ChatListItem[];

/** Live changes keep the list complete in between (features/inbox). */
const STALE_MS = 60_000;

/**
 * All of the user's sessions with both people and the unread messages, newest activity first
 * (specification 7.3).
 * @param ownerIds see `chatOwnerIds`
 */
export async function fetchChatList(
  supabase: Supabase,
  profile: Actor,
  ownerIds: readonly string[],
): Promise<Chats> {
  const rows = await readAllRows((from, to) =>
    supabase
      .from('chat_list')
      .select('*', { count: 'exact' })
      .in(profile.role === 'vendor' ? 'vendor_id' : 'visitor_id', ownerIds)
      // Sorts by a value that never changes, or a message between two pages would push a session
      // out of both.
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError(),
  );
  // A session that is opened between two pages may push another one into both.
  return byActivity([...new Map(rows.map((row) => [row.id, row])).values()]);
}

/**
 * Those with activity after a moment (null: all), at most as many as one answer holds, newest
 * first.
 */
export async function fetchChatListSince(
  supabase: Supabase,
  profile: Actor,
  ownerIds: readonly string[],
  since: string | null,
): Promise<Chats> {
  const { data } = await supabase
    .from('chat_list')
    .select('*')
    .in(profile.role === 'vendor' ? 'vendor_id' : 'visitor_id', ownerIds)
    .gt('last_activity', since ?? '-infinity')
    .order('last_activity', { ascending: false })
    .throwOnError();
  return data;
}

/** @returns one session as the list shows it; null when it is not the user's. */
export async function fetchChatListItem(supabase: Supabase, chatId: string): Promise<ChatListItem | null> {
  const { data } = await supabase.from('chat_list').select('*').eq('id', chatId).maybeSingle().throwOnError();
  return data;
}

export function chatListQuery(supabase: Supabase, profile: Actor) {
  return queryOptions({
    queryKey: queryKeys.sessions.list(profile.id),
    queryFn: async ({ client, queryKey }) => {
      const known = () => client.getQueryData<Chats>(queryKey) ?? [];
      const before = known();
      const fresh = await fetchChatList(supabase, profile, chatOwnerIds(client, profile));
      return withLiveChanges(fresh, before, known());
    },
    staleTime: STALE_MS,
  });
}

const chatsOfRole: Record<Role, (chats: Chats) => Chats> = {
  vendor: (chats) => chatsOf(chats, 'vendor'),
  visitor: (chats) => chatsOf(chats, 'visitor'),
};

/**
 * The user's chats as lists show them, without a vendor's requests. One query for lists, counts and
 * badges.
 */
export function useChatList(profile: Actor) {
  return useQuery({ ...chatListQuery(useSupabase(), profile), select: chatsOfRole[profile.role] });
}

/** Changes the cached list, when there is one. */
export function updateChatList(
  queryClient: QueryClient,
  profileId: string,
  change: (chats: Chats) => Chats,
): void {
  queryClient.setQueryData<Chats>(queryKeys.sessions.list(profileId), (known) => known && change(known));
}
