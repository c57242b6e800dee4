import type { Database } from '@dragoman/supabase-server/db/database';

/**
 * The chats that retention would delete, by the condition of the cleanup task: a code that still
 * waits for its visitor stays.
 */
export interface OldChats {
  chats: number;
  messages: number;
}

/** @param days since the last message, or for a chat without messages since its start */
export async function oldChats(db: Pick<Database, 'query'>, days: number): Promise<OldChats> {
  const [found] = await db.query<{ chats: number; messages: number }>(
    `with old as (
       select s.id from public.sessions s
       where greatest(s.created_at, s.joined_at) < now() - make_interval(days => $1)
         and (s.visitor_id is not null or exists (select from public.messages m where m.session_id = s.id))
         and not exists (
         select from public.messages m
         where m.session_id = s.id and m.created_at >= now() - make_interval(days => $1)))
     select (select count(*) from old)::int as chats,
       (select count(*) from public.messages m where m.session_id in (select id from old))::int as messages`,
    [days],
  );
  return { chats: found?.chats ?? 0, messages: found?.messages ?? 0 };
}
