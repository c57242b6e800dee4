import { type RawAnswer, raw, reloadSchema, runScript } from '@dragoman/supabase-server/test/rest/fixture';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Person, TestServer } from '../harness.ts';
import { startRestServer } from '../servers.ts';

let server: TestServer;
let guest: Person;
let other: Person;
beforeAll(async () => {
  server = await startRestServer({
    CALLER_REQUESTS_AT_ONCE: '2',
    CALLER_REQUESTS_WAITING: '1',
    EMBED_TIMEOUT_MS: '1000',
    MAX_EMBEDDED_ROWS: '1000',
  });
  await runScript(
    server,
    `create table public.shelves (id int primary key);
     create table public.boxes (id int primary key, shelf_id int not null references public.shelves);
     create index on public.boxes (shelf_id);
     insert into public.shelves select generate_series(1, 30);
     insert into public.boxes select n, 1 + n % 30 from generate_series(1, 3000) n;
     create function public.slow_boxes(public.shelves) returns setof public.boxes language sql volatile
       as $$ select b.* from public.boxes b, pg_sleep(3) where b.shelf_id = $1.id limit 1 $$;
     create function public.same_shelf(public.boxes) returns setof public.boxes language sql stable
       as $$ select * from public.boxes where shelf_id = $1.shelf_id $$;
     create function public.slow() returns text language sql volatile as $$ select 'done' from pg_sleep(1.3) $$;
     create function public.wait_for_test() returns text language plpgsql volatile
       as $$ begin perform pg_advisory_xact_lock_shared(4711); return 'done'; end $$;
     grant all on public.shelves, public.boxes to anon, authenticated`,
  );
  await reloadSchema(server, 'boxes');
  [guest, other] = await Promise.all([
    server.person({ role: 'visitor' }),
    server.person({ role: 'visitor' }),
  ]);
});
afterAll(() => server.stop());

const as = (person: Person, path: string, init: RequestInit = {}) =>
  raw(server, path, { ...init, headers: { authorization: `Bearer ${person.accessToken}` } });

/** There and back over one key, `depth` times. */
function pingPong(depth: number): string {
  let select = 'id';
  for (let level = depth; level > 0; level -= 1) {
    select = `id,e${level}:${level % 2 === 1 ? 'sessions' : 'messages'}!inner(${select})`;
  }
  return `/messages?select=${select}`;
}

describe('embedded resources that go back and forth over one key', () => {
  it('are refused, in any number, while another user reads', async () => {
    const attacks = Array.from({ length: 24 }, (_, n) => as(guest, pingPong(1 + (n % 24) + 1)));
    const read = await as(other, '/profiles?select=id');
    expect(read.status).toBe(200);
    for (const answer of await Promise.all(attacks)) {
      expect(answer).toMatchObject({
        status: 400,
        json: { code: expect.stringMatching(/^PGRST(100|127)$/) },
      });
    }
  });

  it('are refused with the key and the resource named', async () => {
    expect((await as(guest, pingPong(2))).json).toEqual({
      code: 'PGRST127',
      message: 'Feature not implemented',
      details: expect.stringMatching(/^'e2' is embedded along 'messages_session_id_fkey'/),
      hint: null,
    });
    for (const path of [
      '/stands?select=label,...halls(name,...stands(label))',
      '/halls?select=id,stands(label,halls(name))',
      '/firms?select=id,topics(title,firms(name))',
      '/firms?select=id,firms(id,firms(id))',
      '/firms?select=id,parent_id(id,firms(id))',
      '/boxes?select=id,same_shelf(id,same_shelf(id))',
    ]) {
      expect({ path, ...(await raw(server, path)) }).toMatchObject({ path, status: 400 });
    }
    const write = await raw(server, '/boxes?select=id,shelves(boxes(id))', {
      method: 'POST',
      body: '{"id":9000,"shelf_id":1}',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    });
    expect(write).toMatchObject({ status: 400, json: { code: 'PGRST127' } });
    expect((await raw(server, '/rpc/all_firms?select=id,topics(firms(id))')).status).toBe(400);
  });

  it('are allowed where the path goes on: a chain of parents, different keys, neighbours', async () => {
    for (const path of [
      '/firms?select=id,parent_id(id,parent_id(id,parent_id(id)))',
      '/halls?select=id,stands(label,firms(name,topics(title)))',
      '/appointments?select=id,host:firms!appointments_host_fkey(name),guest:firms!appointments_guest_fkey(name)',
      '/firms?select=a:topics(title),b:topics(title)',
      '/boxes?select=id,same_shelf(id)&limit=2',
    ]) {
      expect({ path, status: (await raw(server, path)).status }).toEqual({ path, status: 200 });
    }
  });
});

describe('embedded resources with very many rows', () => {
  it('end at the budget of the request', async () => {
    expect(await raw(server, '/shelves?select=id,boxes(id)')).toMatchObject({
      status: 413,
      json: {
        code: 'PT413',
        message: 'The embedded resources of the request have more than 1000 rows',
      },
    });
    // Rows that no one sees count as well.
    expect((await raw(server, '/shelves?select=id,boxes!inner()')).status).toBe(413);
    expect((await raw(server, '/shelves?select=id,...boxes(id)')).status).toBe(413);
    expect((await raw(server, '/shelves?select=id,boxes(id)&limit=5')).json).toHaveLength(5);
    expect((await raw(server, '/shelves?select=id,boxes(id)&boxes.limit=3')).json).toHaveLength(30);
  });
});

describe('a request with embedded resources', () => {
  it('gets less time than others', async () => {
    expect(await raw(server, '/shelves?select=id,slow_boxes(id)&id=eq.1')).toMatchObject({
      status: 500,
      json: { code: '57014', message: 'canceling statement due to statement timeout' },
    });
    expect((await raw(server, '/rpc/slow', { method: 'POST' })).json).toBe('done');
  });
});

describe('requests of one caller at once', () => {
  it('wait, are refused when too many wait, and do not block other requests', async () => {
    const holder = new pg.Client({ connectionString: server.databaseUrl });
    await holder.connect();
    try {
      await holder.query('select pg_advisory_lock(4711)');
      const held: Array<Promise<RawAnswer>> = [];
      const begin = () => held.push(as(guest, '/rpc/wait_for_test', { method: 'POST' }));
      begin();
      begin();
      await vi.waitFor(async () => {
        const [row] = await server.sql<{ count: string }>(
          `select count(*) from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`,
        );
        expect(row?.count).toBe('2');
      }, 10_000);
      // Two run. Of the next two, in any order, one waits and the other is refused.
      begin();
      begin();
      const refused = await Promise.race(held);
      expect(refused).toMatchObject({ status: 429, json: { code: 'PT429', details: null, hint: null } });
      expect(refused.headers.get('retry-after')).toBe('5');
      expect((await as(other, '/profiles?select=id')).status).toBe(200);
      expect((await raw(server, '/halls?select=id')).status).toBe(200);
      await holder.query('select pg_advisory_unlock(4711)');
      const statuses = (await Promise.all(held)).map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await as(guest, '/profiles?select=id')).status).toBe(200);
    } finally {
      await holder.end();
    }
  });
});
