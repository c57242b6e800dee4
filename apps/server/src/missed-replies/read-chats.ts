import type { Language } from '@dragoman/domain/languages';
import { wordsOfMessage } from '@dragoman/domain/messages';
import type { Database } from '@dragoman/supabase-server/db/database';
import { MAIL_ADDRESS } from '../notifications/mail-parts.ts';
import type { MissedChat } from './jobs.ts';
import type { QuietHours } from './quiet-hours.ts';

/** Messages of a chat that a mail shows: the newest. */
const SHOWN_MESSAGES = 5;
/** Unread messages are counted up to this. */
const MOST_COUNTED = 100;
/** Chats read at once. */
const BATCH = 100;

export interface UnreadMessage {
  /** `recording` and `file` have no words, or none yet. */
  kind: 'text' | 'recording' | 'file';
  /** In the writer's language; null without words. */
  words: string | null;
  /** In the reader's language; null where it is not kept, or the words are in that language. */
  translation: string | null;
}

/** An unread chat as its reader is told about it. */
export interface UnreadChat {
  chat: MissedChat;
  /** The other person's name: of a booth's team, of who wrote last. */
  name: string;
  language: Language;
  /** Whether anything may be sent: not to or about a blocked person, and no unaccepted request. */
  allowed: boolean;
  showText: boolean;
  quiet: QuietHours | null;
  /** Where mails go: a confirmed address; null: the reader gets none. */
  address: string | null;
  /** The newest, in their order. */
  messages: UnreadMessage[];
  /** Unread messages, up to {@link MOST_COUNTED}. */
  count: number;
}

interface MessageRow {
  type: string;
  content: string;
  transcript: string | null;
  source_language: string;
  translation: string | null;
}

interface Row extends Record<string, unknown> {
  position: number;
  name: string;
  language: Language;
  allowed: boolean;
  show_text: boolean;
  quiet_from: number | null;
  quiet_until: number | null;
  time_zone: string;
  address: string | null;
  messages: MessageRow[];
  count: number;
}

/** Each of a booth's team may have written to the visitor. */
const OF_OTHER_SIDE = '(m.sender_id = s.visitor_id) = (s.visitor_id <> reader.id)';

const READ = `
  select c.position::int, reader.language,
    case when s.visitor_id = reader.id then (
      select writer.name from public.messages m join public.profiles writer on writer.id = m.sender_id
      where m.session_id = s.id and m.sender_id <> s.visitor_id order by m.created_at desc, m.id desc limit 1
    ) else other.name end as name,
    not private.are_parted(s.vendor_id, s.visitor_id)
      and (coalesce(s.request_state, 'accepted') = 'accepted' or s.visitor_id = reader.id)
      and coalesce(u.banned_until < now(), true) as allowed,
    coalesce(own.show_text, true) as show_text, own.quiet_from, own.quiet_until,
    coalesce(own.time_zone, 'UTC') as time_zone,
    ${MAIL_ADDRESS} as address,
    unread.messages, counted.count
  from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) with ordinality c (session_id, profile_id, first_at, position)
  join public.sessions s on s.id = c.session_id
  join public.profiles reader on reader.id = c.profile_id
  join auth.users u on u.id = reader.user_id
  join public.profiles other
    on other.id = case when s.visitor_id = reader.id then s.vendor_id else s.visitor_id end
  left join public.notification_settings own on own.owner_id = reader.id
  cross join lateral (
    select coalesce(jsonb_agg(to_jsonb(newest) order by newest.created_at, newest.id), '[]') as messages from (
      select m.id, m.created_at, m.type, left(m.content, 500) as content, left(m.transcript, 500) as transcript,
        m.source_language, left(coalesce(
          case when m.target_language = reader.language then m.translated_content end, kept.translated_text), 500) as translation
      from public.messages m
      left join public.message_translations kept on kept.message_id = m.id and kept.target_language = reader.language
      where m.session_id = s.id and ${OF_OTHER_SIDE} and m.created_at >= c.first_at
      order by m.created_at desc, m.id desc limit ${SHOWN_MESSAGES}
    ) newest
  ) unread
  cross join lateral (
    select count(*)::int as count from (
      select from public.messages m
      where m.session_id = s.id and ${OF_OTHER_SIDE} and m.created_at >= c.first_at limit ${MOST_COUNTED}) seen
  ) counted`;

/** Reads the chats with what their readers want; chats that are gone are left out. */
export async function readUnreadChats(
  db: Pick<Database, 'query'>,
  chats: readonly MissedChat[],
): Promise<UnreadChat[]> {
  const found: UnreadChat[] = [];
  for (let start = 0; start < chats.length; start += BATCH) {
    const some = chats.slice(start, start + BATCH);
    const rows = await db.query<Row>(READ, [
      some.map(({ sessionId }) => sessionId),
      some.map(({ profileId }) => profileId),
      some.map(({ firstAt }) => firstAt),
    ]);
    for (const row of rows) {
      const chat = some[row.position - 1];
      if (chat) found.push(unreadChat(chat, row));
    }
  }
  return found;
}

function unreadChat(chat: MissedChat, row: Row): UnreadChat {
  const { quiet_from: from, quiet_until: until, time_zone: timeZone } = row;
  return {
    chat,
    name: row.name,
    language: row.language,
    allowed: row.allowed && row.count > 0,
    showText: row.show_text,
    quiet: from !== null && until !== null ? { from, until, timeZone } : null,
    address: row.address,
    messages: row.messages.map((message) => unreadMessage(message, row.language)),
    count: row.count,
  };
}

function unreadMessage(message: MessageRow, language: Language): UnreadMessage {
  const words = wordsOfMessage(message);
  return {
    kind: message.type === 'text' ? 'text' : message.type === 'audio' ? 'recording' : 'file',
    words,
    translation: words !== null && message.source_language !== language ? message.translation : null,
  };
}
