import { withProductTerms } from '@dragoman/domain/catalogue';
import { isLanguage, type Language } from '@dragoman/domain/languages';
import { hasWordsOf, wordsOfMessage } from '@dragoman/domain/messages';
import { isUuid } from '@dragoman/domain/uuid';
import { CHAT_MESSAGES, type ChatPerson, type ChatReader } from '@dragoman/functions/assistant/readers';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { CallerScope } from './caller-scope.ts';

interface PersonRow {
  visitor_id: string | null;
  id: string;
  user_id: string;
  role: string;
  name: string;
  company: string | null;
  language: string;
}

interface MessageRow {
  sender_id: string;
  said_by: string | null;
  type: string;
  content: string;
  transcript: string | null;
  created_at: Date;
  product: unknown;
}

const PEOPLE = `
  select s.visitor_id, p.id, p.user_id, p.role, p.name, p.company, p.language
  from public.sessions s
  join public.shared_profiles p on p.id in (s.vendor_id, s.visitor_id, private.my_profile_id())
  where s.id = $1`;

const MESSAGES = `
  select sender_id, said_by, type, content, transcript, created_at, product
  from public.messages where session_id = $1
  order by created_at desc, id desc limit ${CHAT_MESSAGES}`;

/** Reads chats with the caller's row-level security, in read-only transactions. */
export function createChatReader(db: Database, scopeOf: CallerScope): ChatReader {
  return {
    async read(sessionId, userId, request) {
      if (!isUuid(userId)) return null;
      const scope = await scopeOf(request);
      const people = await db.request<PersonRow & Record<string, unknown>>(scope, {
        text: PEOPLE,
        values: [sessionId],
      });
      const mine = people.find((person) => person.user_id === userId);
      if (!mine) return null;
      const { visitor_id: visitorId } = mine;
      const isVisitor = mine.id === visitorId;
      const other = people.find(({ id }) => (isVisitor ? id !== visitorId : id === visitorId));
      const rows = await db.request<MessageRow & Record<string, unknown>>(scope, {
        text: MESSAGES,
        values: [sessionId],
      });
      return {
        me: personOf(mine),
        other: other ? personOf(other) : null,
        messages: rows.reverse().flatMap((row) => {
          const words = withProductTerms(wordsOfMessage(row), row.product);
          const at = row.created_at.toISOString();
          // Members of a booth's team write on behalf of its vendor.
          const ofVisitor = hasWordsOf(row, visitorId ?? '');
          return words ? [{ mine: ofVisitor === isVisitor, words, at }] : [];
        }),
      };
    },
  };
}

function personOf({ role, name, company, language }: PersonRow): ChatPerson {
  return { role, name, company, language: languageOf(language) };
}

/** The table's check allows no other. */
function languageOf(value: string): Language {
  return isLanguage(value) ? value : 'en';
}
