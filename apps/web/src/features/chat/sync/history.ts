import { queryOptions } from '@tanstack/react-query';
import { ANSWER_TOO_LARGE } from '@/shared/api/read-all-rows.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatKeys } from '../model/chat-keys.ts';
import type { ChatMessage, MessageKey } from '../model/chat-message.ts';
import { threadOf } from '../model/thread.ts';

/** Messages of the page that a chat opens with. */
export const PAGE_SIZE = 50;
/**
 * Page size of older history. A larger page needs fewer requests to keep up with fast scrolling.
 */
export const OLDER_PAGE_SIZE = 100;
/** As many unread messages are looked through for the first one as a chat opens; a list counts up to 100. */
export const UNREAD_PAGE_SIZE = 300;
/** Messages of one request of a catch-up; the server gives at most 1,000 rows. */
const CATCH_UP_PAGE_SIZE = 200;

const COLUMNS = '*, sender:shared_profiles!sender_id(id,name,language,avatar_url)';

/** The newest page of a chat. From then on live changes and catch-ups keep it complete, so it is never refetched. */
export function threadQuery(supabase: Supabase, sessionId: string) {
  return queryOptions({
    queryKey: chatKeys.thread(sessionId),
    queryFn: async ({ signal }) => threadOf(await fetchNewest(supabase, sessionId, signal), PAGE_SIZE),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10 * 60_000,
    // The merged cache must not be compared deeply with every change.
    structuralSharing: false,
  });
}

/** @returns the newest messages, newest first. @throws when they cannot be read. */
export async function fetchNewest(
  supabase: Supabase,
  sessionId: string,
  signal?: AbortSignal,
): Promise<ChatMessage[]> {
  const query = pageBackwards(supabase, sessionId, PAGE_SIZE);
  const { data } = await (signal ? query.abortSignal(signal) : query).throwOnError();
  return data;
}

/** @returns the messages before `oldest`, newest first. @throws when they cannot be read. */
export async function fetchOlder(
  supabase: Supabase,
  sessionId: string,
  oldest: MessageKey,
): Promise<ChatMessage[]> {
  const { data } = await pageBefore(supabase, sessionId, oldest, OLDER_PAGE_SIZE).throwOnError();
  return data;
}

/**
 * @param readUpTo how far the chat has been read; null for nothing.
 * @returns the unread ones of the messages before `oldest`, newest first, `UNREAD_PAGE_SIZE` at most.
 * @throws when they cannot be read.
 */
export async function fetchUnread(
  supabase: Supabase,
  sessionId: string,
  oldest: MessageKey,
  readUpTo: string | null,
  signal: AbortSignal,
): Promise<ChatMessage[]> {
  const before = pageBefore(supabase, sessionId, oldest, UNREAD_PAGE_SIZE);
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
  sessionId: string,
  since: string,
  onPage: (page: ChatMessage[]) => void,
): Promise<void> {
  let size = CATCH_UP_PAGE_SIZE;
  for (let last: MessageKey | undefined; ; ) {
    const query = supabase
      .from('messages')
      .select(COLUMNS)
      .eq('session_id', sessionId)
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

function pageBackwards(supabase: Supabase, sessionId: string, size: number) {
  return supabase
    .from('messages')
    .select(COLUMNS)
    .eq('session_id', sessionId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(size);
}

function pageBefore(supabase: Supabase, sessionId: string, oldest: MessageKey, size: number) {
  return (
    pageBackwards(supabase, sessionId, size)
      // Says nothing new, but lets the database begin at this place of its index rather than at the newest message.
      .lte('created_at', oldest.created_at)
      .or(beyond(oldest, 'lt'))
  );
}

/** The rows on one side of a message in the order of the chat, which is by time, then by id. */
function beyond({ created_at, id }: MessageKey, side: 'lt' | 'gt'): string {
  return `created_at.${side}."${created_at}",and(created_at.eq."${created_at}",id.${side}.${id})`;
}
