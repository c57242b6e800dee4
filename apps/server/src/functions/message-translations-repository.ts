import { isLanguage, type Language } from '@dragoman/domain/languages';
import { wordsOfMessage } from '@dragoman/domain/messages';
import type { MessageTranslationsRepository } from '@dragoman/functions/translate/messages-handler';
import type { Database } from '@dragoman/supabase-server/db/database';
import type { CallerScope } from './caller-scope.ts';

interface Row {
  id: string;
  session_id: string;
  type: string;
  content: string;
  transcript: string | null;
  source_language: string;
  translated_text: string | null;
  engine: string | null;
}

const READ = `
  select m.id, m.session_id, m.type, m.content, m.transcript, m.source_language, k.translated_text, k.engine
  from public.messages m
  left join public.message_translations k on k.message_id = m.id and k.target_language = $2
  where m.id = any ($1::uuid[])`;

const KEEP = `
  insert into public.message_translations (message_id, target_language, translated_text, engine)
  select m.id, $2, $3, $4 from public.messages m where m.id = $1
  on conflict do nothing`;

/**
 * Reads messages with the caller's row-level security; only the server writes stored translations.
 */
export function createMessageTranslationsRepository(
  db: Database,
  scopeOf: CallerScope,
): MessageTranslationsRepository {
  return {
    async read(ids, target, _userId, request) {
      const rows = await db.request<Row & Record<string, unknown>>(await scopeOf(request), {
        text: READ,
        values: [ids, target],
      });
      return rows.map((row) => ({
        id: row.id,
        sessionId: row.session_id,
        words: wordsOfMessage(row),
        language: languageOf(row.source_language),
        kept:
          row.translated_text !== null && row.engine !== null
            ? { text: row.translated_text, engine: row.engine }
            : null,
      }));
    },
    async keep(messageId, target, { text, engine: provider }) {
      await db.execute(KEEP, [messageId, target, text, provider]);
    },
  };
}

/** The table's check allows no other. */
function languageOf(value: string): Language {
  return isLanguage(value) ? value : 'en';
}
