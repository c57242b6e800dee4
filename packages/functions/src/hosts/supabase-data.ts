import { withProductTerms } from '@dragoman/domain/catalogue';
import { type GlossaryTerm, TERM_MODES } from '@dragoman/domain/glossary/term';
import { isLanguage, LANGUAGES, type Language } from '@dragoman/domain/languages';
import { hasWordsOf, wordsOfMessage } from '@dragoman/domain/messages';
import { z } from 'zod';
import {
  CHAT_MESSAGES,
  type ChatPerson,
  type ChatReader,
  type KnowledgeBaseReader,
} from '../assistant/readers.ts';
import type { ProfileCheck } from '../http/require-profile.ts';
import type { MadeTranslation } from '../translate/handler.ts';
import type { MessageTranslationsRepository } from '../translate/messages-handler.ts';
import {
  callerHeaders,
  SUPABASE_MS,
  type SupabaseEnvironment,
  serviceHeaders,
  supabaseUrl,
} from './supabase-rest.ts';

// What the functions read and store on a hosted or self-hosted Supabase, through PostgREST.

const languageSchema = z.array(z.object({ language: z.string() })).max(1);
const profilesSchema = z.array(z.object({ user_id: z.string() }));

/**
 * @returns tells, with the caller's own rights, whether the caller has a profile; rejects when the
 * database does not say
 */
export function hasSupabaseProfile(env: SupabaseEnvironment): ProfileCheck {
  return async (userId, request) => {
    const url = new URL(`${supabaseUrl(env)}/rest/v1/profiles`);
    url.searchParams.set('select', 'user_id');
    url.searchParams.set('user_id', `eq.${userId}`);
    url.searchParams.set('limit', '1');
    const response = await fetch(url, {
      headers: callerHeaders(env, request),
      signal: AbortSignal.timeout(SUPABASE_MS),
    });
    if (!response.ok) throw new Error(`The profile could not be read: status ${response.status}`);
    return profilesSchema.parse(await response.json()).length > 0;
  };
}

/**
 * @returns the language that the caller has chosen, read with the caller's own rights; null without
 * a profile
 */
export async function profileLanguage(
  env: SupabaseEnvironment,
  userId: string,
  request: Request,
): Promise<Language | null> {
  const url = new URL(`${supabaseUrl(env)}/rest/v1/profiles`);
  url.searchParams.set('select', 'language');
  url.searchParams.set('user_id', `eq.${userId}`);
  const response = await fetch(url, {
    headers: callerHeaders(env, request),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  const language = languageSchema.safeParse(await response.json()).data?.[0]?.language;
  return isLanguage(language) ? language : null;
}

const glossarySchema = z.array(
  z.object({
    term: z.string(),
    mode: z.enum(TERM_MODES),
    en: z.string().nullable(),
    zh: z.string().nullable(),
    ar: z.string().nullable(),
  }),
);

/**
 * A vendor's glossary is private to the vendor, so it is read with the service key. Without a
 * glossary nothing is masked.
 */
export async function supabaseGlossary(
  env: SupabaseEnvironment,
  userId: string,
  sessionId: string | null,
): Promise<GlossaryTerm[]> {
  const rights = serviceHeaders(env);
  if (!rights) return [];
  const response = await fetch(`${supabaseUrl(env)}/rest/v1/rpc/glossary_for`, {
    method: 'POST',
    headers: { ...rights, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id: userId, session_id: sessionId }),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The glossary could not be read: status ${response.status}`);
  return glossarySchema.parse(await response.json());
}

/** Without the service key nothing is noted, and messages name no provider. */
export async function noteOnSupabase(env: SupabaseEnvironment, made: MadeTranslation): Promise<void> {
  const rights = serviceHeaders(env);
  if (!rights) return;
  const { userId: user_id, words, target, translated, engine: provider } = made;
  const response = await fetch(`${supabaseUrl(env)}/rest/v1/rpc/note_translation`, {
    method: 'POST',
    headers: { ...rights, 'content-type': 'application/json' },
    body: JSON.stringify({ user_id, words, target, translated, engine: provider }),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`The translation could not be noted: status ${response.status}`);
}

const storedMessagesSchema = z.array(
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
      return storedMessagesSchema.parse(await response.json()).map((message) => {
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

const personSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  role: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  language: z.enum(LANGUAGES).catch('en'),
});
type Person = z.infer<typeof personSchema>;
const sessionsSchema = z
  .array(z.object({ vendor: personSchema.nullable(), visitor: personSchema.nullable() }))
  .max(1);
const messagesSchema = z.array(
  z.object({
    sender_id: z.string(),
    said_by: z.string().nullable(),
    type: z.string(),
    content: z.string(),
    transcript: z.string().nullable(),
    created_at: z.string(),
    product: z.unknown(),
  }),
);
const foundSchema = z.array(
  z.object({ title: z.string(), pages: z.number(), page: z.number(), content: z.string() }),
);

const PERSON = 'profiles!%(id,user_id,role,name,company,language)';

/** Chats as row-level security shows them to the caller. */
export function supabaseChatReader(env: SupabaseEnvironment): ChatReader {
  const rest = `${supabaseUrl(env)}/rest/v1`;

  async function me(userId: string, request: Request): Promise<Person | undefined> {
    const query = new URLSearchParams({
      select: 'id,user_id,role,name,company,language',
      user_id: `eq.${userId}`,
    });
    return z
      .array(personSchema)
      .max(1)
      .parse(await read(`${rest}/profiles?${query}`, env, request))[0];
  }

  return {
    async read(sessionId, userId, request) {
      const people = new URLSearchParams({
        select: `vendor:${PERSON.replace('%', 'vendor_id')},visitor:${PERSON.replace('%', 'visitor_id')}`,
        id: `eq.${sessionId}`,
      });
      const [session] = sessionsSchema.parse(await read(`${rest}/sessions?${people}`, env, request));
      if (!session) return null;
      const { vendor, visitor } = session;
      const isVisitor = visitor?.user_id === userId;
      const mine =
        isVisitor || vendor?.user_id === userId ? (isVisitor ? visitor : vendor) : await me(userId, request);
      if (!mine) return null;
      const other = isVisitor ? vendor : visitor;
      const newest = new URLSearchParams({
        select: 'sender_id,said_by,type,content,transcript,created_at,product',
        session_id: `eq.${sessionId}`,
        order: 'created_at.desc,id.desc',
        limit: String(CHAT_MESSAGES),
      });
      const rows = messagesSchema.parse(await read(`${rest}/messages?${newest}`, env, request));
      return {
        me: personOf(mine),
        other: other ? personOf(other) : null,
        messages: rows.reverse().flatMap((row) => {
          const words = withProductTerms(wordsOfMessage(row), row.product);
          // Members of a booth's team write on behalf of its vendor.
          const ofVisitor = hasWordsOf(row, visitor?.id ?? '');
          return words ? [{ mine: ofVisitor === isVisitor, words, at: row.created_at }] : [];
        }),
      };
    },
  };
}

/** A vendor's own knowledge base as row-level security shows it to the caller. */
export function supabaseKnowledgeBaseReader(env: SupabaseEnvironment): KnowledgeBaseReader {
  const url = `${supabaseUrl(env)}/rest/v1/rpc/search_material`;
  return {
    async search(question, _userId, request) {
      const rows = foundSchema.parse(await read(url, env, request, { question }));
      return rows.map(({ title, pages, page, content }) => ({
        title,
        page: pages > 1 ? page : null,
        content,
      }));
    },
  };
}

async function read(
  url: string,
  env: SupabaseEnvironment,
  request: Request,
  args?: object,
): Promise<unknown> {
  const response = await fetch(url, {
    method: args ? 'POST' : 'GET',
    headers: { ...callerHeaders(env, request), 'content-type': 'application/json' },
    ...(args && { body: JSON.stringify(args) }),
    signal: AbortSignal.timeout(SUPABASE_MS),
  });
  if (!response.ok) throw new Error(`Supabase could not be read: status ${response.status}`);
  return response.json();
}

function personOf({ role, name, company, language }: ChatPerson): ChatPerson {
  return { role, name, company, language };
}
