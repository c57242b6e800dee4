import { LANGUAGES } from '@dragoman/domain/languages';
import { wordsOfMessage } from '@dragoman/domain/messages';
import { z } from 'zod';
import type { MessageTranslationsRepository } from '../translate/messages/message-translations-repository.ts';
import type { SupabaseEnvironment } from './supabase-keys.ts';
import { callerHeaders, SUPABASE_MS, serviceHeaders, supabaseUrl } from './supabase-rest.ts';

const messagesSchema = z.array(
  z.object({
    id: z.string(),
    session_id: z.string(),
    type: z.string(),
    content: z.string(),
    transcript: z.string().nullable(),
    source_language: z.enum(LANGUAGES),
    message_translations: z.array(z.object({ translated_text: z.string(), engine: z.string() })),
  }),
);

/**
 * Messages as row-level security shows them to the caller; translations are kept with the service
 * key, and are not kept without one.
 */
export function supabaseMessageTranslations(env: SupabaseEnvironment): MessageTranslationsRepository {
  const rest = `${supabaseUrl(env)}/rest/v1`;
  return {
    async read(ids, target, _userId, request) {
      const query = new URLSearchParams({
        select:
          'id,session_id,type,content,transcript,source_language,message_translations(translated_text,engine)',
        id: `in.(${ids.join(',')})`,
        'message_translations.target_language': `eq.${target}`,
      });
      const response = await fetch(`${rest}/messages?${query}`, {
        headers: callerHeaders(env, request),
        signal: AbortSignal.timeout(SUPABASE_MS),
      });
      if (!response.ok) throw new Error(`Messages could not be read: status ${response.status}`);
      return messagesSchema.parse(await response.json()).map((message) => {
        const kept = message.message_translations[0];
        return {
          id: message.id,
          sessionId: message.session_id,
          words: wordsOfMessage(message),
          language: message.source_language,
          kept: kept ? { text: kept.translated_text, engine: kept.engine } : null,
        };
      });
    },
    async keep(messageId, target, { text, engine: provider }) {
      const rights = serviceHeaders(env);
      if (!rights) return;
      const response = await fetch(`${rest}/message_translations`, {
        method: 'POST',
        headers: {
          ...rights,
          'content-type': 'application/json',
          prefer: 'resolution=ignore-duplicates,return=minimal',
        },
        body: JSON.stringify({
          message_id: messageId,
          target_language: target,
          translated_text: text,
          engine: provider,
        }),
        signal: AbortSignal.timeout(SUPABASE_MS),
      });
      // 409: the message was deleted.
      if (!response.ok && response.status !== 409) {
        throw new Error(`A translation could not be kept: status ${response.status}`);
      }
    },
  };
}
