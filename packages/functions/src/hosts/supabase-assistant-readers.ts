import { withProductTerms } from '@dragoman/domain/catalogue';
import { LANGUAGES } from '@dragoman/domain/languages';
import { hasWordsOf, wordsOfMessage } from '@dragoman/domain/messages';
import { z } from 'zod';
import { CHAT_MESSAGES, type ChatPerson, type ChatReader } from '../assistant/chat-reader.ts';
import type { KnowledgeBaseReader } from '../assistant/knowledge-base-reader.ts';
import type { SupabaseEnvironment } from './supabase-keys.ts';
import { callerHeaders, SUPABASE_MS, supabaseUrl } from './supabase-rest.ts';

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
