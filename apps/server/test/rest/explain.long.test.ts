import { raw, runScript } from '@dragoman/supabase-server/test/rest/fixture';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { startRestServer } from '../servers.ts';

let server: TestServer;
let shut: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  [server, shut] = await Promise.all([
    startRestServer(
      { REST_PLAN_ENABLED: 'true', REST_ROLLBACK_ENABLED: 'true' },
      { file: 'write-fixture.sql', table: 'items' },
    ),
    startRestServer(),
  ]);
  db = server.client();
});
afterAll(() => Promise.all([server.stop(), shut.stop()]));
beforeEach(() => server.sql('truncate public.items'));

describe('a plan', () => {
  it('is refused unless the operator allows it', async () => {
    expect(await shut.client().from('halls').select().explain()).toMatchObject({
      status: 406,
      error: { code: 'PGRST107', message: expect.stringContaining('application/vnd.pgrst.plan+text') },
    });
    const analyzed = await shut
      .client()
      .from('halls')
      .delete()
      .gt('id', 0)
      .select()
      .explain({ analyze: true });
    expect(analyzed.error).toMatchObject({ code: 'PGRST107' });
    expect(await shut.sql('select 1 from public.halls')).toHaveLength(3);
  });

  it('comes as text', async () => {
    const { data, error, status } = await db.from('halls').select('id').eq('id', 1).explain();
    expect({ error, status }).toEqual({ error: null, status: 200 });
    expect(data).toMatch(/^Aggregate .*cost=/);
    expect(data).toContain(' on halls');
    expect(data).not.toContain('actual time');
  });

  it('comes as JSON', async () => {
    const { data } = await db.from('halls').select('id').explain({ format: 'json' });
    expect(data).toMatchObject([{ Plan: { 'Node Type': 'Aggregate' } }]);
  });

  it('tells more when asked', async () => {
    const query = () => db.from('halls').select('id').gt('area', 0);
    const { data } = await query().explain({
      analyze: true,
      verbose: true,
      buffers: true,
      wal: true,
      settings: true,
    });
    expect(data).toContain('actual time');
    expect(data).toContain('Output: ');
    expect(data).toContain('Settings: ');
    expect(data).toContain('Execution Time');
    const json = await query().explain({ analyze: true, format: 'json' });
    expect(json.data).toMatchObject([{ 'Execution Time': expect.any(Number) }]);
  });

  it('is that of the form asked for', async () => {
    const answer = await raw(server, '/halls?select=id', {
      headers: { accept: 'application/vnd.pgrst.plan+text; for="text/csv"; options=verbose;' },
    });
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+text; for="text/csv"; options=verbose; charset=utf-8',
    );
    expect(answer.text).toContain('json_object_keys');
    // The single-object check belongs to the result, and a plan has no result.
    const single = await raw(server, '/halls', {
      headers: { accept: 'application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"' },
    });
    expect(single).toMatchObject({ status: 200, json: [{ Plan: expect.anything() }] });
  });

  it('can be had of functions and of writes, which only ANALYZE executes', async () => {
    expect((await db.rpc('all_firms').select('id').explain()).data).toContain('firms');
    expect((await db.rpc('add_numbers', { a: 1 }, { get: true }).explain({ format: 'json' })).status).toBe(
      200,
    );
    const insert = () => db.from('items').insert({ name: 'planned' }).select();
    expect((await insert().explain()).data).toContain('Insert on items');
    expect(await server.sql('select 1 from public.items')).toEqual([]);
    expect((await insert().explain({ analyze: true })).data).toContain('actual time');
    expect(await server.sql('select 1 from public.items')).toHaveLength(1);
    const update = db.from('items').update({ kind: 'x' }).eq('name', 'planned').select();
    expect((await update.explain()).data).toContain('Update on items');
    const remove = db.from('items').delete().eq('name', 'planned').select();
    expect((await remove.rollback().explain({ analyze: true })).data).toContain('Delete on items');
    expect(await server.sql('select 1 from public.items')).toHaveLength(1);
  });

  it('shows nothing that the caller may not ask', async () => {
    expect((await db.from('messages').select().explain()).error).toMatchObject({ code: '42501' });
    const injected = await raw(server, '/halls', {
      headers: { accept: 'application/vnd.pgrst.plan+text; options=analyze) delete from halls; --|verbose' },
    });
    expect(injected.status).toBe(200);
    expect(await server.sql('select 1 from public.halls')).toHaveLength(3);
  });
});

describe('a rollback', () => {
  it('shows what a write would do and undoes it', async () => {
    const { data, status } = await db.from('items').insert({ name: 'tried' }).select('name').rollback();
    expect({ data, status }).toEqual({ data: [{ name: 'tried' }], status: 201 });
    expect(await server.sql('select 1 from public.items')).toEqual([]);
    const answer = await raw(server, '/items', {
      method: 'POST',
      headers: { prefer: 'tx=rollback', 'content-type': 'application/json' },
      body: '{"name":"tried"}',
    });
    expect(answer.headers.get('preference-applied')).toBe('tx=rollback');
    await db.from('items').insert({ name: 'kept' });
    expect((await db.from('items').delete().eq('name', 'kept').select('name').rollback()).data).toEqual([
      { name: 'kept' },
    ]);
    expect((await db.rpc('rename_hall', { hall: 1, new_name: 'x' }).rollback()).status).toBe(204);
    expect((await db.from('halls').select('name').eq('id', 1).single()).data).toEqual({ name: 'North' });
    expect(await server.sql('select name from public.items')).toEqual([{ name: 'kept' }]);
  });

  it('comes after all constraints were checked, also those that wait for the end', async () => {
    await runScript(
      server,
      `create table public.late (id int primary key, hall int references public.halls deferrable initially deferred);
       grant all on public.late to anon; notify pgrst, 'reload schema';`,
    );
    await expect
      .poll(async () => (await db.from('late').insert({ id: 1, hall: 99 }).select().rollback()).error?.code)
      .toBe('23503');
  });

  it('is not had where the operator does not allow it', async () => {
    const answer = await raw(shut, '/halls', {
      method: 'POST',
      headers: { prefer: 'tx=rollback, return=minimal', 'content-type': 'application/json' },
      body: '{"id":60,"name":"Sixty"}',
    });
    expect(answer.headers.get('preference-applied')).toBe('return=minimal');
    // Removed again, because another test counts the halls.
    expect(await shut.sql('delete from public.halls where id = 60 returning id')).toHaveLength(1);
  });
});

describe('a time zone', () => {
  it('is that of the times shown and read', async () => {
    await server.sql(`insert into public.items (name, created_at) values ('z', '2026-01-01T12:00:00Z')`);
    const zoned = (zone: string) =>
      db
        .from('items')
        .select('created_at', { count: 'planned' })
        .setHeader('Prefer', `timezone=${zone}, count=planned`);
    expect((await zoned('Asia/Dubai')).data).toEqual([{ created_at: '2026-01-01T16:00:00+04:00' }]);
    const answer = await raw(server, '/items?select=created_at', {
      headers: { prefer: 'timezone=Asia/Shanghai' },
    });
    expect(answer.text).toBe('[{"created_at":"2026-01-01T20:00:00+08:00"}]');
    expect(answer.headers.get('preference-applied')).toBe('timezone=Asia/Shanghai');
    const read = await db
      .from('items')
      .select('name')
      .eq('created_at', '2026-01-01 16:00')
      .setHeader('Prefer', 'timezone=Asia/Dubai');
    expect(read.data).toEqual([{ name: 'z' }]);
    // The next request on the same connection has its own again.
    expect((await raw(server, '/items?select=created_at')).text).toContain('+00:00');
  });

  it('must be one that there is, if the client is strict', async () => {
    for (const zone of ['Mars/Olympus', `UTC'; drop table items; --`, '+25', '']) {
      const lenient = await raw(server, '/items', { headers: { prefer: `timezone=${zone}` } });
      expect(lenient.status).toBe(200);
      expect(lenient.headers.get('preference-applied')).toBeNull();
      const strict = await raw(server, '/items', {
        headers: { prefer: `handling=strict, timezone=${zone}` },
      });
      expect(strict).toMatchObject({ status: 400, json: { code: 'PGRST122' } });
    }
  });
});

describe('GeoJSON', () => {
  it('needs PostGIS', async () => {
    expect(await db.from('items').select().geojson()).toMatchObject({
      status: 404,
      error: { code: '42883', message: 'function st_asgeojson(record) does not exist' },
    });
  });
});
