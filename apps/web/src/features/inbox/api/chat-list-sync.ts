import type { QueryClient } from '@tanstack/react-query';
import { chatOwnerIds } from '@/entities/booth/my-booth.ts';
import {
  isFromOtherSide,
  isNewVisitor,
  type NewMessage,
  type Viewer,
  withChat,
  withMessage,
  withOwnMark,
} from '@/entities/chat/chat-list-item.ts';
import {
  chatListQuery,
  fetchChatListItem,
  fetchChatListSince,
  updateChatList,
} from '@/entities/chat/chat-list-query.ts';
import type { ChatListItem, ReadReceipt } from '@/shared/api/database-types.ts';
import { openLiveChannel } from '@/shared/api/live-channel.ts';
import { queryKeys } from '@/shared/api/query-keys.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { pollWhileVisible } from '@/shared/async/poll-while-visible.ts';
import type { InboxEvent } from '../model/inbox-event.ts';
import { readNewMessage } from '../model/new-message.ts';

export interface ChatListSyncOptions {
  supabase: Supabase;
  queryClient: QueryClient;
  viewer: Viewer;
  /** The people of the viewer's booth (docs/adr/0083), whose messages change the list, too. */
  team?: readonly string[];
  /** Called with each event that may interest a user on another page. */
  onEvent(event: InboxEvent): void;
}

/**
 * Keeps everything drawn from the user's sessions up to date on whatever page they are: joins,
 * messages in any of their chats, and messages read on another device. Ends when the returned
 * function is called.
 */
export function startChatListSync({
  supabase,
  queryClient,
  viewer,
  team = [],
  onEvent,
}: ChatListSyncOptions): () => void {
  const owners = chatOwnerIds(queryClient, viewer);
  let over = false;
  let missed = false;
  let endPolling: (() => void) | undefined;

  const known = () => queryClient.getQueryData<readonly ChatListItem[]>(queryKeys.sessions.list(viewer.id));

  function readEverything(): void {
    void queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all(viewer.id) });
  }

  /** Refreshes data derived from the sessions, besides the list: counts, contacts. */
  function readTheRest(): void {
    const [, , list] = queryKeys.sessions.list(viewer.id);
    void queryClient.invalidateQueries({
      queryKey: queryKeys.sessions.all(viewer.id),
      predicate: ({ queryKey }) => queryKey[2] !== list,
    });
  }

  /** A change carries ids only, no names: the one session is read again. */
  async function readAgain(chatId: string): Promise<ChatListItem | null> {
    const fresh = await fetchChatListItem(supabase, chatId).catch(() => undefined);
    if (over) return null;
    if (fresh === undefined) readEverything();
    else if (fresh) updateChatList(queryClient, viewer.id, (list) => withChat(list, fresh));
    return fresh ?? null;
  }

  async function onSession(chatId: string): Promise<void> {
    const before = known()?.find(({ id }) => id === chatId);
    readTheRest();
    const fresh = await readAgain(chatId);
    if (fresh && !before?.visitor && isNewVisitor(fresh, viewer.role)) {
      onEvent({ kind: 'joined', session: fresh });
    }
  }

  async function onMessage(message: NewMessage, isNew: boolean): Promise<void> {
    const list = known();
    const changed = list && withMessage(list, message, viewer);
    if (changed) updateChatList(queryClient, viewer.id, () => changed);
    const again = changed ? null : readAgain(message.session_id);
    const chat = (changed ?? list)?.find(({ id }) => id === message.session_id) ?? (await again);
    if (isNew && chat && isFromOtherSide(chat, message.sender_id, viewer)) {
      onEvent({ kind: 'message', session: chat, message });
    }
  }

  function onOwnMark(mark: ReadReceipt): void {
    const list = known();
    const changed = list && withOwnMark(list, mark);
    if (changed) updateChatList(queryClient, viewer.id, () => changed);
    else if (list) void readAgain(mark.session_id);
  }

  /**
   * Reads changes since the list was read; read marks of other devices wait for the next full read.
   */
  async function readNews(): Promise<void> {
    const list = await queryClient.ensureQueryData(chatListQuery(supabase, viewer));
    const news = await fetchChatListSince(supabase, viewer, owners, list[0]?.last_activity ?? null);
    if (over || news.length === 0) return;
    updateChatList(queryClient, viewer.id, (chats) => news.reduce(withChat, chats));
    readTheRest();
  }

  const change = { schema: 'public' } as const;
  const close = openLiveChannel(supabase, {
    topic: `inbox:${viewer.id}`,
    bind(channel) {
      const side = viewer.role === 'vendor' ? 'vendor_id' : 'visitor_id';
      channel
        .on(
          'postgres_changes',
          { ...change, event: '*', table: 'sessions', filter: among(side, owners) },
          ({ new: row }) => 'id' in row && void onSession(row.id as string),
        )
        .on(
          'postgres_changes',
          { ...change, event: '*', table: 'session_reads', filter: `profile_id=eq.${viewer.id}` },
          ({ new: row }) => 'session_id' in row && onOwnMark(row as ReadReceipt),
        );
      channel.on(
        'postgres_changes',
        { ...change, event: '*', table: 'blocks', filter: `blocker_id=eq.${viewer.id}` },
        () => void queryClient.invalidateQueries({ queryKey: queryKeys.blocks(viewer.id) }),
      );
      // Messages of visitors, and those of the user's other devices and of colleagues.
      const filters = [among('recipient_id', owners), among('sender_id', [...new Set([viewer.id, ...team])])];
      for (const filter of filters) {
        channel.on(
          'postgres_changes',
          { ...change, event: '*', table: 'messages', filter },
          ({ new: row, eventType }) => {
            const message = readNewMessage(row);
            if (message) void onMessage(message, eventType === 'INSERT');
            else if (eventType !== 'DELETE') readEverything();
          },
        );
      }
      if (viewer.role === 'visitor') {
        channel.on(
          'postgres_changes',
          { ...change, event: 'INSERT', table: 'profiles', filter: 'role=eq.vendor' },
          () => void queryClient.invalidateQueries({ queryKey: queryKeys.vendors.all }),
        );
      }
    },
    onLive() {
      endPolling?.();
      // Back after a break: changes meanwhile were not announced.
      if (missed) readEverything();
      else void readNews().catch(readEverything);
      missed = false;
    },
    onDown() {
      if (missed) return;
      missed = true;
      endPolling = pollWhileVisible(readEverything);
    },
  });
  // A socket may be dead without knowing after a sleep; a woken page reads its data again.
  const onOnline = () => readEverything();
  window.addEventListener('online', onOnline);

  return () => {
    over = true;
    close();
    endPolling?.();
    window.removeEventListener('online', onOnline);
  };
}

/** @returns the filter of a live change whose column has one of these ids */
function among(column: string, ids: readonly string[]): string {
  return ids.length === 1 ? `${column}=eq.${ids[0]}` : `${column}=in.(${ids.join(',')})`;
}
