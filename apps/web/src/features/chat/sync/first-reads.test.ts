import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import { fetchProfile } from '@/entities/profile/profile-query.ts';
import type { Database } from '@/shared/api/database-types.ts';
import type { Supabase } from '@/shared/api/supabase.ts';
import { chatSessionQuery } from './chat-session-query.ts';
import { firstReads } from './first-reads.ts';
import { fetchNewest } from './history.ts';
import { marksQuery } from './read-marks-query.ts';

const SESSION = '3f2c1b4a-7d58-4e0b-9a51-52f0a4b7c9d1';
const USER = '0b7e5a52-93cf-4d0e-8d1c-0f3f6f1c2a10';

test('what a chat reads early is what its queries ask for', async () => {
  const asked: string[] = [];
  const accepted = new Set<string | null>();
  const rest = new PostgrestClient<Database>('https://fair.example/rest/v1', {
    async fetch(input, init) {
      asked.push(String(input));
      const headers = new Headers(init?.headers);
      accepted.add(headers.get('accept') ?? '*/*');
      expect(headers.get('accept-profile')).toBeNull();
      return Response.json([{ vendor_id: 'v', visitor_id: 'w' }]);
    },
    retry: false,
  });
  const supabase = { from: rest.from.bind(rest) } as unknown as Supabase;
  const client = { getQueryData: () => undefined };
  const run = (query: { queryFn?: unknown; queryKey: unknown }) =>
    (query.queryFn as (context: object) => Promise<unknown>)({ client, queryKey: query.queryKey });

  await fetchProfile(supabase, USER);
  await run(chatSessionQuery(supabase, SESSION));
  await fetchNewest(supabase, SESSION);
  await run(marksQuery(supabase, SESSION));

  const early = firstReads(`/chat/${SESSION}`, USER);
  expect(early.map((address) => `https://fair.example/rest/v1/${address}`)).toEqual(asked);
  // The client, not the server, distinguishes one row from none.
  expect([...accepted].filter((type) => type !== '*/*' && type !== 'application/json')).toEqual([]);
});

test.each(['/', '/login', '/chat', '/chat/not-an-id', `/join/${SESSION}`, `/chat/${SESSION}/more`])(
  'nothing is read early for %s',
  (path) => {
    expect(firstReads(path, USER)).toEqual([]);
  },
);
