import { safeFileName } from '@dragoman/domain/file-name';
import type { ZipEntry } from '../../util/zip-stream.ts';
import type { AccountReader, Row } from './account-reader.ts';

/** A chat's people by name, and the moment of its start. */
interface Chat extends Row {
  id: string;
  created_at: string;
  /** The other side; null before a visitor has joined. */
  other: string | null;
}

/**
 * The other person's name: the one of the two whose profile is not the caller's.
 * (A profile that cannot be seen any more leaves the name empty.)
 */
const CHAT = `jsonb_build_object('id', r.id, 'created_at', r.created_at, 'other', (
  select p.name from public.shared_profiles p
  where p.id in (r.vendor_id, r.visitor_id) and p.user_id <> (select auth.uid()) limit 1))`;

const MESSAGE = `to_jsonb(r) || jsonb_build_object('translations', coalesce((
  select jsonb_agg(to_jsonb(k) - 'message_id' order by k.target_language)
  from public.message_translations k where k.message_id = r.id), '[]'))`;

/** A file for each chat in which something was said: its messages in order, with the translations that are kept of them. */
export async function* chatEntries(reader: AccountReader): AsyncGenerator<ZipEntry> {
  const chats = reader.pages({
    from: 'public.sessions r',
    select: CHAT,
    where: 'exists (select from public.messages m where m.session_id = r.id)',
    key: [['id', 'uuid']],
  });
  for await (const page of chats) {
    for (const chat of page as Chat[]) {
      yield { name: chatFileName(chat), content: chatFile(reader, chat) };
    }
  }
}

async function* chatFile(reader: AccountReader, chat: Chat): AsyncGenerator<string> {
  const messages = reader.pages({
    from: 'public.messages r',
    select: MESSAGE,
    where: 'r.session_id = $1',
    values: [chat.id],
    key: [
      ['created_at', 'timestamptz'],
      ['id', 'uuid'],
    ],
  });
  yield `{"session_id": ${JSON.stringify(chat.id)}, "with": ${JSON.stringify(chat.other)}, "messages": [\n`;
  let before = '';
  for await (const page of messages) {
    for (const message of page) {
      yield before + JSON.stringify(message);
      before = ',\n';
    }
  }
  yield '\n]}\n';
}

/** Sorted by day, found by name, told apart by id. */
function chatFileName({ id, created_at: at, other }: Chat): string {
  return `chats/${at.slice(0, 10)} ${safeFileName(other ?? '', 'chat')} (${id}).json`;
}
