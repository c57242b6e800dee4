import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Participant, SampleEvent } from './event.ts';

/** A guest in a chat with one of the vendors. */
export interface Seat {
  sessionId: string;
  vendorId: string;
  visitorId: string;
  accessToken: string;
}

const AT_ONCE = 16;

/**
 * Signs in guests through the API; their profiles and chats go in by SQL.
 * @param vendors who share the guests evenly
 */
export async function makeCrowd(
  url: string,
  { apiKey }: SampleEvent,
  databaseUrl: string,
  vendors: readonly Participant[],
  guests: number,
): Promise<Seat[]> {
  const people: Array<{ userId: string; accessToken: string }> = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (people.length < guests) people.push(await signInGuest(url, apiKey));
    }),
  );
  const seats = people.slice(0, guests).map(({ userId, accessToken }, index) => ({
    userId,
    accessToken,
    sessionId: randomUUID(),
    visitorId: randomUUID(),
    vendorId: (vendors[index % vendors.length] as Participant).profileId,
  }));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const columns = (...names: Array<keyof (typeof seats)[number]>) =>
      names.map((name) => seats.map((seat) => seat[name]));
    await client.query(
      `insert into public.profiles (id, user_id, role, name)
         select id, user_id, 'visitor', 'Guest' from unnest($1::uuid[], $2::uuid[]) as guest (id, user_id)`,
      columns('visitorId', 'userId'),
    );
    await client.query(
      `insert into public.sessions (id, vendor_id, visitor_id)
         select * from unnest($1::uuid[], $2::uuid[], $3::uuid[])`,
      columns('sessionId', 'vendorId', 'visitorId'),
    );
    await client.query('analyze public.profiles, public.sessions');
  } finally {
    await client.end();
  }
  return seats;
}

async function signInGuest(url: string, apiKey: string): Promise<{ userId: string; accessToken: string }> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: apiKey, 'Content-Type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`the sign-in of a guest was answered with ${answer.status}`);
  const { user, access_token } = (await answer.json()) as { user: { id: string }; access_token: string };
  return { userId: user.id, accessToken: access_token };
}
