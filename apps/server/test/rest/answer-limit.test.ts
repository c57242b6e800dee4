import { raw, reloadSchema, runScript } from '@dragoman/supabase-server/test/rest/fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Person, TestServer } from '../harness.ts';
import { startRestServer } from '../servers.ts';

const LIMIT = 65_536;

let server: TestServer;
beforeAll(async () => {
  server = await startRestServer({ MAX_ANSWER_BYTES: String(LIMIT) });
  // Compressed where they lie: 40 boxes of 100 kB, three of 900 bytes in each, and a hundred small
  // ones.
  await runScript(
    server,
    `create table public.shelves (id int primary key);
     create table public.boxes (id int primary key, shelf_id int not null references public.shelves, content text);
     create index on public.boxes (shelf_id);
     insert into public.shelves select generate_series(1, 3);
     insert into public.boxes select n, 1, repeat('x', 100000) from generate_series(1, 40) n;
     insert into public.boxes select n, 2, repeat('y', 900) from generate_series(101, 200) n;
     insert into public.boxes select n, 3, 'small' from generate_series(201, 300) n;
     create function public.long_text(size int) returns text language sql immutable as $$ select repeat('z', size) $$;
     create function public.long_texts(size int) returns setof text language sql immutable
       as $$ select repeat('z', 1000) from generate_series(1, size) $$;
     create function public.boxes_of(shelf int) returns setof public.boxes language sql stable
       as $$ select * from public.boxes where shelf_id = shelf $$;
     grant all on public.shelves, public.boxes to anon`,
  );
  await reloadSchema(server, 'boxes');
});
afterAll(() => server.stop());

const TOO_LARGE = {
  status: 413,
  json: {
    code: 'PT413',
    message: `The answer is larger than ${LIMIT} bytes`,
    hint: expect.stringContaining('limit'),
  },
};

describe('an answer that would be too large', () => {
  it.each([
    ['rows', '/boxes?shelf_id=eq.1'],
    ['one row', '/boxes?id=eq.1'],
    ['many small rows', '/boxes?shelf_id=eq.2'],
    ['a value under several names', '/boxes?select=a:content,b:content,c:content,d:content&shelf_id=eq.2'],
    ['an embedded resource', '/shelves?select=id,boxes(content)&id=eq.1'],
    ['embedded resources together', '/boxes?select=id,shelves(id),content&shelf_id=eq.2'],
    ['what is spread', '/shelves?select=id,...boxes(content)&id=eq.1'],
    ['a value of a function', '/rpc/long_text?size=100000'],
    ['values of a function', '/rpc/long_texts?size=100'],
    ['rows of a function', '/rpc/boxes_of?shelf=2'],
  ])('is refused: %s', async (_name, path) => {
    expect(await raw(server, path)).toMatchObject(TOO_LARGE);
  });

  it('is refused in every form', async () => {
    for (const accept of [
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.array+json;nulls=stripped',
    ]) {
      expect(await raw(server, '/boxes?shelf_id=eq.2', { headers: { accept } })).toMatchObject({
        status: 413,
      });
    }
  });

  it('undoes the write that it was to show', async () => {
    const body = JSON.stringify(
      Array.from({ length: 100 }, (_, n) => ({ id: 1000 + n, shelf_id: 3, content: 'w'.repeat(1000) })),
    );
    const write = (prefer: string) =>
      raw(server, '/boxes', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', prefer },
      });
    expect(await write('return=representation')).toMatchObject(TOO_LARGE);
    expect((await raw(server, '/boxes?select=count&id=gte.1000')).json).toEqual([{ count: 0 }]);
    expect((await write('return=minimal')).status).toBe(201);
    expect(await raw(server, '/boxes?id=gte.1000', { method: 'DELETE' })).toMatchObject({ status: 204 });
  });

  it('is given when less of it is asked for', async () => {
    expect((await raw(server, '/boxes?shelf_id=eq.2&limit=50')).json).toHaveLength(50);
    expect((await raw(server, '/boxes?shelf_id=eq.1&select=id')).json).toHaveLength(40);
    expect((await raw(server, '/boxes?shelf_id=eq.3')).json).toHaveLength(100);
    expect((await raw(server, '/boxes?shelf_id=eq.1', { method: 'HEAD' })).status).toBe(200);
    expect((await raw(server, '/shelves?select=id,boxes(id)&order=id')).json).toMatchObject([
      { id: 1, boxes: { length: 40 } },
      { id: 2, boxes: { length: 100 } },
      { id: 3, boxes: { length: 100 } },
    ]);
    expect((await raw(server, '/rpc/long_text?size=60000')).json).toHaveLength(60_000);
  });
});

describe('300 cards with long notes, asked for under 490 names', () => {
  let guest: Person;
  beforeAll(async () => {
    guest = await server.person({ role: 'visitor' });
    await server.sql(
      `insert into public.scanned_cards (owner_id, name, note)
       select $1, 'Card ' || n, repeat('n', 3990) from generate_series(1, 300) n`,
      [guest.profileId],
    );
  });

  it('are refused, and the server goes on', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, n) => `a${n}:note`).join(',');
    const ask = (select: string) =>
      raw(server, `/scanned_cards?select=${select}`, {
        headers: { authorization: `Bearer ${guest.accessToken}` },
      });
    expect(await ask(names(490))).toMatchObject({
      status: 400,
      json: { code: 'PGRST100', details: 'a column may be selected at most 4 times' },
    });
    expect(await ask(names(4))).toMatchObject(TOO_LARGE);
    expect((await guest.client.from('scanned_cards').select('id')).data).toHaveLength(300);
  });
});
