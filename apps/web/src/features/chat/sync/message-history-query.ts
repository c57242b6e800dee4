import { queryOptions } from '@tanstack/react-query';
import { ANSWER_TOO_LARGE } from '@/shared/api/read-all-rows.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage, MessageKey } from '../model/chat-message.ts';
import { messageHistoryOf } from '../model/message-history.ts';

/** Messages of the page that a chat opens with. */
export const PAGE_SIZE = 50;
/**
 * Page size of older history. A larger page needs fewer requests to keep up with fast scrolling.
 */
export const OLDER_PAGE_SIZE = 100;
/**
 * The number of unread messages that are searched for the first one as a chat opens; a list counts
 * up to 100.
 */
export const UNREAD_PAGE_SIZE = 300;
/** Messages of one request of a catch-up; the server gives at most 1,000 rows. */
const CATCH_UP_PAGE_SIZE = 200;

const COLUMNS = '*, sender:shared_profiles!sender_id(id,name,language,avatar_url)';

/**
 * The newest page of a chat. From then on live changes and catch-ups keep it complete, so it is
 * never refetched.
 */
export function messageHistoryQuery(supabase: Supabase, chatId: string) {
  return queryOptions({
    queryKey: chatKeys.messageHistory(chatId),
    queryFn: async ({ signal }) => messageHistoryOf(await fetchNewest(supabase, chatId, signal), PAGE_SIZE),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
    // The merged cache must not be compared deeply with every change.
    structuralSharing: false,
  });
}

/** @returns the newest messages, newest first. @throws when they cannot be read. */
export async function fetchNewest(
  supabase: Supabase,
  chatId: string,
  signal?: AbortSignal,
): Promise<ChatMessage[]> {
  const query = pageBackwards(supabase, chatId, PAGE_SIZE);
  const { data } = await (signal ? query.abortSignal(signal) : query).throwOnError();
  return data;
}

/** @returns one message; null when its reader does not see it. @throws when it cannot be read. */
export async function fetchMessage(supabase: Supabase, id: string): Promise<ChatMessage | null> {
  const { data } = await supabase.from('messages').select(COLUMNS).eq('id', id).maybeSingle().throwOnError();
  return data;
}

/** @returns the messages before `oldest`, newest first. @throws when they cannot be read. */
export async function fetchOlder(
  supabase: Supabase,
  chatId: string,
  oldest: MessageKey,
): Promise<ChatMessage[]> {
  const { data } = await pageBefore(supabase, chatId, oldest, OLDER_PAGE_SIZE).throwOnError();
  return data;
}

/**
 * @param readUpTo how far the chat has been read; null for nothing.
 * @returns the unread ones of the messages before `oldest`, newest first, `UNREAD_PAGE_SIZE` at
 * most.
 * @throws when they cannot be read.
 */
export async function fetchUnread(
  supabase: Supabase,
  chatId: string,
  oldest: MessageKey,
  readUpTo: string | null,
  signal: AbortSignal,
): Promise<ChatMessage[]> {
  const before = pageBefore(supabase, chatId, oldest, UNREAD_PAGE_SIZE);
  const unread = readUpTo === null ? before : before.gt('created_at', readUpTo);
  const { data } = await unread.abortSignal(signal).throwOnError();
  return data;
}

/**
 * Reads everything from a moment on, page by page.
 * @param since ISO time.
 * @param onPage gets each page as it comes, oldest first.
 * @throws when a page cannot be read; pages before it have been handed over.
 */
export async function fetchSince(
  supabase: Supabase,
  chatId: string,
  since: string,
  onPage: (page: ChatMessage[]) => void,
): Promise<void> {
  let size = CATCH_UP_PAGE_SIZE;
  for (let last: MessageKey | undefined; ; ) {
    const query = supabase
      .from('messages')
      .select(COLUMNS)
      .eq('session_id', chatId)
      .order('created_at', { ascending: true })
      .order('id', { ascending: true })
      .limit(size)
      // The catch-up loop retries on its own, sooner than the client would give up.
      .retry(false);
    const { data, error } = await (last ? query.or(beyond(last, 'gt')) : query.gte('created_at', since));
    if (error?.code === ANSWER_TOO_LARGE && size > 1) {
      size = Math.ceil(size / 2);
      continue;
    }
    if (error) throw error;
    onPage(data);
    last = data.at(-1);
    if (!last || data.length < size) return;
  }
}

function pageBackwards(supabase: Supabase, chatId: string, size: number) {
  return supabase
    .from('messages')
    .select(COLUMNS)
    .eq('session_id', chatId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size);
}

function pageBefore(supabase: Supabase, chatId: string, oldest: MessageKey, size: number) {
  return (
    pageBackwards(supabase, chatId, size)
      // The condition is redundant, but lets the database begin at this place of its index rather
      // than at the newest message.
      .lte('created_at', oldest.created_at)
      .or(beyond(oldest, 'lt'))
  );
}

/** The rows on one side of a message in the order of the chat, which is by time, then by id. */
function beyond({ created_at, id }: MessageKey, side: 'lt' | 'gt'): string {
  return `created_at.${side}."${created_at}",and(created_at.eq."${created_at}",id.${side}.${id})`;
}
