import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { raw, startRestServer } from './fixture.ts';

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer();
  db = server.client();
});
afterAll(() => server.stop());

describe('pages', () => {
  it('say where they stand', async () => {
    const page = await raw(server, '/firms?select=id&order=id&limit=2&offset=1', {
      headers: { prefer: 'count=exact' },
    });
    expect(page).toMatchObject({ status: 206, json: [{ id: 2 }, { id: 3 }] });
    expect(page.headers.get('content-range')).toBe('1-2/4');
    expect(page.headers.get('preference-applied')).toBe('count=exact');
    expect((await raw(server, '/firms?select=id')).headers.get('content-range')).toBe('0-3/*');
    expect((await raw(server, '/firms?id=eq.99')).headers.get('content-range')).toBe('*/*');
    expect(
      (await raw(server, '/firms?id=eq.99', { headers: { prefer: 'count=exact' } })).headers.get(
        'content-range',
      ),
    ).toBe('*/0');
    expect((await raw(server, '/firms?limit=0')).json).toEqual([]);
  });

  it('come by range, from the client or from a header', async () => {
    const { data, count, status } = await db
      .from('firms')
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2);
    expect({ data, count, status }).toEqual({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 });
    const header = await raw(server, '/firms?select=id&order=id', { headers: { range: '2-2' } });
    expect(header.json).toEqual([{ id: 3 }]);
    expect((await raw(server, '/firms', { headers: { range: '3-1' } })).json).toMatchObject({
      code: 'PGRST103',
    });
  });

  it('may not begin after the end when the end is known', async () => {
    const { error, status } = await db.from('firms').select('id', { count: 'exact' }).range(10, 20);
    expect(status).toBe(416);
    expect(error).toMatchObject({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 10 was requested, but there are only 4 rows.',
    });
    const beyond = await raw(server, '/firms?offset=10', { headers: { prefer: 'count=exact' } });
    expect(beyond.headers.get('content-range')).toBe('*/4');
    expect(await db.from('firms').select('id').range(10, 20)).toMatchObject({ data: [], status: 200 });
  });

  it('count without rows, exactly or by the planner', async () => {
    const head = await db.from('firms').select('*', { count: 'exact', head: true }).gt('id', 1);
    expect(head).toMatchObject({ count: 3, data: null, status: 200, error: null });
    const filtered = await db
      .from('firms')
      .select('id,badges!inner(serial),meta:name->x', { count: 'exact', head: true })
      .limit(1);
    expect(filtered).toMatchObject({ count: 2, status: 206 });
    const estimated = await db.from('firms').select('id', { count: 'estimated' }).limit(2);
    expect(estimated).toMatchObject({ count: 4, status: 206 });
    await server.sql('analyze public.firms');
    const planned = await db.from('firms').select('id', { count: 'planned', head: true });
    expect(planned).toMatchObject({ count: 4, error: null });
    expect((await db.from('firms').select('nope', { head: true })).status).toBe(400);
  });

  it('are cut at the largest answer, silently', async () => {
    await server.sql(`insert into public.topics select g, 'Topic ' || g from generate_series(1000, 2499) g`);
    const { data, count, status } = await db.from('topics').select('id', { count: 'exact' }).limit(5000);
    expect({ rows: data?.length, count, status }).toEqual({ rows: 1000, count: 1503, status: 206 });
    const estimated = await db.from('topics').select('id', { count: 'estimated' });
    expect(estimated.count).toBeGreaterThan(1000);
    await server.sql('delete from public.topics where id >= 1000');
  });
});

describe('one row', () => {
  it('is what single means', async () => {
    expect(await db.from('halls').select('name').eq('id', 1).single()).toMatchObject({
      data: { name: 'North' },
      status: 200,
      error: null,
    });
    for (const [query, rows] of [
      [db.from('halls').select('name').eq('id', 99).single(), 0],
      [db.from('halls').select('name').single(), 3],
    ] as const) {
      const { error, status } = await query;
      expect({ status, error }).toEqual({
        status: 406,
        error: {
          code: 'PGRST116',
          message: 'Cannot coerce the result to a single JSON object',
          details: `The result contains ${rows} rows`,
          hint: null,
        },
      });
    }
  });

  it('or none is what maybeSingle means', async () => {
    expect(await db.from('halls').select('name').eq('id', 99).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect(await db.from('halls').select('name').eq('id', 2).maybeSingle()).toMatchObject({
      data: { name: 'South' },
    });
    expect((await db.from('halls').select('name').maybeSingle()).error).toMatchObject({ code: 'PGRST116' });
  });
});
