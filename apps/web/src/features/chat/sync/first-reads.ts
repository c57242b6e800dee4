import { isUuid } from '@dragoman/domain/uuid';

const CHAT_PATH = /^\/chat\/([^/]+)\/?$/;

/**
 * What a chat asks for as it opens, in the client's own words: the reader's profile, the session with its people, its newest
 * messages, and how far they are read. The page begins to read them before the client is there (`shared/api/early-reads.ts`); a test
 * keeps them equal to the queries.
 * @returns addresses below `/rest/v1/`; none for any other page
 */
export function firstReads(pathname: string, userId: string): readonly string[] {
  const sessionId = CHAT_PATH.exec(pathname)?.[1];
  if (!isUuid(sessionId)) return [];
  return [
    address('profiles', { select: '*', user_id: `eq.${userId}` }),
    address('sessions', {
      select: '*,vendor:shared_profiles!vendor_id(*),visitor:shared_profiles!visitor_id(*)',
      id: `eq.${sessionId}`,
    }),
    address('messages', {
      select: '*,sender:shared_profiles!sender_id(id,name,language,avatar_url)',
      session_id: `eq.${sessionId}`,
      order: 'created_at.desc,id.desc',
      limit: '50',
    }),
    address('session_reads', { select: '*', session_id: `eq.${sessionId}` }),
  ];
}

function address(table: string, parameters: Record<string, string>): string {
  return `${table}?${new URLSearchParams(parameters)}`;
}
