import { PostgrestError, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestServer } from '../harness.ts';
import { idsOf, rowsOf, startRestServer, withMaxAffected } from './fixture.ts';

// Every method that the official client has for the data API, asked of the real server. A newer
// client with a method that is not here makes the last test fail.

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer(
    { API_SCHEMAS: 'public, booth', REST_PLAN_ENABLED: 'true', REST_ROLLBACK_ENABLED: 'true' },
    { file: 'write-fixture.sql', table: 'items' },
  );
  db = server.client();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.sql('truncate public.items');
  await server.sql(
    `insert into public.items (name, kind, price) values ('a', 'x', 1), ('b', 'x', 2), ('c', 'y', null)`,
  );
});

const firms = () => db.from('firms').select('id');
/** Booths of the north hall: 1 has the cups, 2 the bolts. */
const stands = () => db.from('stands').select('id:number').eq('hall_id', 1);
const items = () => db.from('items').select('name').order('name');
const names = async (query: PromiseLike<{ data: unknown; error: unknown }>) =>
  ((await rowsOf(query)) as Array<{ name: string }>).map((row) => row.name);

const METHODS: Record<string, () => Promise<void>> = {
  from: async () => expect(await rowsOf(db.from('halls').select('id').eq('id', 1))).toEqual([{ id: 1 }]),
  schema: async () => {
    expect(await rowsOf(db.schema('booth').from('visits').select('place'))).toEqual([{ place: 'door' }]);
    expect(await db.schema('auth').from('users').select()).toMatchObject({
      status: 406,
      error: { code: 'PGRST106' },
    });
    // Writes and functions name the schema in another header.
    const write = await db.schema('auth').from('users').insert({ id: 1 });
    expect(write).toMatchObject({ status: 406, error: { code: 'PGRST106' } });
    expect((await db.schema('auth').rpc('uid')).error).toMatchObject({ code: 'PGRST106' });
  },
  rpc: async () => {
    expect((await db.rpc('add_numbers', { a: 1, b: 2 })).data).toBe(3);
    expect((await db.rpc('add_numbers', { a: 1, b: 2 }, { get: true })).data).toBe(3);
    expect(await db.rpc('all_firms', {}, { head: true, count: 'exact' })).toMatchObject({
      data: null,
      count: 4,
    });
  },

  select: async () => {
    expect(await rowsOf(items())).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      const { data, count: counted } = await db.from('firms').select('id', { count }).eq('id', 1);
      expect({ count, rows: data?.length, hasCount: counted !== null }).toEqual({
        count,
        rows: 1,
        hasCount: true,
      });
      const head = await db.from('firms').select('*', { count, head: true });
      expect({ data: head.data, isNumber: Number.isInteger(head.count) }).toEqual({
        data: null,
        isNumber: true,
      });
    }
    expect(await db.from('items').select('*', { head: true })).toMatchObject({
      data: null,
      count: null,
      status: 200,
    });
  },
  insert: async () => {
    for (const count of ['exact', 'planned', 'estimated'] as const) {
      expect(
        await db.from('items').insert([{ name: `one ${count}` }, { name: `two ${count}` }], { count }),
      ).toMatchObject({
        status: 201,
        count: 2,
        data: null,
      });
    }
    const sparse = await db
      .from('items')
      .insert([{ name: 'p', kind: 'k' }, { name: 'q' }], { defaultToNull: false })
      .select('kind')
      .order('name');
    expect(sparse.data).toEqual([{ kind: 'k' }, { kind: 'plain' }]);
  },
  upsert: async () => {
    const rows = [
      { name: 'a', kind: 'merged' },
      { name: 'new', kind: 'merged' },
    ];
    const merged = await db.from('items').upsert(rows, { onConflict: 'name', count: 'exact' });
    expect(merged).toMatchObject({ status: 201, count: 2 });
    const ignored = await db
      .from('items')
      .upsert([{ name: 'a', kind: 'ignored' }], { onConflict: 'name', ignoreDuplicates: true })
      .select();
    expect(ignored).toMatchObject({ status: 201, data: [] });
    const defaults = await db
      .from('items')
      .upsert([{ name: 'b' }, { name: 'd', kind: 'k' }], { onConflict: 'name', defaultToNull: false })
      .select('name,kind')
      .order('name');
    expect(defaults.data).toEqual([
      { name: 'b', kind: 'plain' },
      { name: 'd', kind: 'k' },
    ]);
    expect(await names(items().eq('kind', 'merged'))).toEqual(['a', 'new']);
  },
  update: async () => {
    expect(await db.from('items').update({ kind: 'z' }, { count: 'exact' }).eq('kind', 'x')).toMatchObject({
      status: 204,
      count: 2,
      data: null,
    });
    expect(await names(items().eq('kind', 'z'))).toEqual(['a', 'b']);
  },
  delete: async () => {
    expect(await db.from('items').delete({ count: 'exact' }).eq('kind', 'x')).toMatchObject({
      status: 204,
      count: 2,
      data: null,
    });
    expect(await names(items())).toEqual(['c']);
  },

  eq: async () => expect(await idsOf(firms().eq('name', 'Bolt, Nut (and) Co'))).toEqual([3]),
  neq: async () => expect(await idsOf(firms().neq('id', 1))).toEqual([2, 3, 4]),
  gt: async () => expect(await idsOf(firms().gt('revenue', 50))).toEqual([1]),
  gte: async () => expect(await idsOf(firms().gte('revenue', 50))).toEqual([1, 2]),
  lt: async () => expect(await idsOf(firms().lt('revenue', 50))).toEqual([4]),
  lte: async () => expect(await idsOf(firms().lte('revenue', 50))).toEqual([2, 4]),
  like: async () => expect(await idsOf(firms().like('name', '%Cups'))).toEqual([2]),
  likeAllOf: async () => expect(await idsOf(firms().likeAllOf('name', ['Orchid%', '%Cups']))).toEqual([2]),
  likeAnyOf: async () => expect(await idsOf(firms().likeAnyOf('name', ['Lone%', '%Cups']))).toEqual([2, 4]),
  ilike: async () => expect(await idsOf(firms().ilike('name', 'ORCHID%'))).toEqual([1, 2]),
  ilikeAllOf: async () => expect(await idsOf(firms().ilikeAllOf('name', ['ORCHID%', '%GROUP']))).toEqual([1]),
  ilikeAnyOf: async () =>
    expect(await idsOf(firms().ilikeAnyOf('name', ['lone%', '%GROUP']))).toEqual([1, 4]),
  regexMatch: async () => expect(await idsOf(firms().regexMatch('name', '^(Bolt|Lone)'))).toEqual([3, 4]),
  regexIMatch: async () => expect(await idsOf(firms().regexIMatch('name', '^(bolt|lone)'))).toEqual([3, 4]),
  is: async () => {
    expect(await idsOf(firms().is('active', null))).toEqual([4]);
    expect(await idsOf(firms().is('active', true))).toEqual([1, 2]);
    expect(await idsOf(firms().is('active', false))).toEqual([3]);
  },
  isDistinct: async () => expect(await idsOf(firms().isDistinct('parent_id', 1))).toEqual([1, 4]),
  in: async () => {
    expect(await idsOf(firms().in('name', ['Orchid Cups', 'Bolt, Nut (and) Co', 'Lone "Wolf"']))).toEqual([
      2, 3, 4,
    ]);
    expect(await idsOf(firms().in('id', []))).toEqual([]);
  },
  notIn: async () =>
    expect(await idsOf(firms().notIn('name', ['Orchid Cups', 'Bolt, Nut (and) Co']))).toEqual([1, 4]),
  contains: async () => {
    expect(await idsOf(stands().contains('tags', ['red']))).toEqual([1]);
    expect(await idsOf(stands().contains('meta', { lights: { count: 12 } }))).toEqual([2]);
    expect(await idsOf(stands().contains('hours', '[13,14)'))).toEqual([1]);
  },
  containedBy: async () => {
    expect(await idsOf(stands().containedBy('tags', ['blue', 'x']))).toEqual([2]);
    expect(
      await idsOf(stands().containedBy('meta', { size: 'small', lights: { count: 12 }, more: 1 })),
    ).toEqual([2]);
    expect(await idsOf(stands().containedBy('hours', '[10,13)'))).toEqual([2]);
  },
  rangeGt: async () => expect(await idsOf(stands().rangeGt('hours', '[1,10)'))).toEqual([2]),
  rangeGte: async () => expect(await idsOf(stands().rangeGte('hours', '[10,11)'))).toEqual([2]),
  rangeLt: async () => expect(await idsOf(stands().rangeLt('hours', '[12,13)'))).toEqual([2]),
  rangeLte: async () => expect(await idsOf(stands().rangeLte('hours', '[5,12)'))).toEqual([2]),
  rangeAdjacent: async () => expect(await idsOf(stands().rangeAdjacent('hours', '[12,15)'))).toEqual([2]),
  overlaps: async () => {
    expect(await idsOf(stands().overlaps('tags', ['red', 'x']))).toEqual([1]);
    expect(await idsOf(stands().overlaps('hours', '[13,20)'))).toEqual([1]);
  },
  textSearch: async () => {
    expect(await idsOf(stands().textSearch('words', `'cup' | 'bolt'`))).toEqual([1, 2]);
    expect(await idsOf(stands().textSearch('words', 'steel bolt', { type: 'plain' }))).toEqual([2]);
    expect(
      await idsOf(stands().textSearch('label', 'ceramic cup', { type: 'phrase', config: 'english' })),
    ).toEqual([1]);
    expect(await idsOf(stands().textSearch('label', 'cups or bolts -steel', { type: 'websearch' }))).toEqual([
      1,
    ]);
  },
  match: async () => expect(await idsOf(firms().match({ parent_id: 1, active: true }))).toEqual([2]),
  not: async () => {
    expect(await idsOf(firms().not('active', 'is', null))).toEqual([1, 2, 3]);
    expect(await idsOf(firms().not('name', 'ilike', 'orchid%'))).toEqual([3, 4]);
    expect(await idsOf(firms().not('id', 'in', '(1,2)'))).toEqual([3, 4]);
    expect(await idsOf(stands().not('tags', 'cs', '{red}'))).toEqual([2]);
    expect(await idsOf(stands().not('words', 'fts(english)', 'cup'))).toEqual([2]);
  },
  or: async () => {
    expect(await idsOf(firms().or('id.eq.1,and(active.is.null,revenue.lt.10)'))).toEqual([1, 4]);
    expect(await idsOf(stands().or('tags.cs.{red,blue},meta->lights->>count.eq.12'))).toEqual([1, 2]);
    const [group] = await rowsOf(
      db
        .from('firms')
        .select('firms(id)')
        .eq('id', 1)
        .or('name.like.*Cups,active.is.true', { referencedTable: 'firms' }),
    );
    expect(group).toEqual({ firms: [{ id: 2 }] });
  },
  filter: async () => {
    expect(await idsOf(firms().filter('name', 'like(any)', '{Lone*,*Cups}'))).toEqual([2, 4]);
    expect(await idsOf(firms().filter('id', 'gte(all)', '{2,3}'))).toEqual([3, 4]);
    expect(await idsOf(stands().filter('meta->lights->count', 'gt', 5))).toEqual([2]);
    expect(
      await idsOf(db.from('firms').select('id,badges!inner()').filter('badges.serial', 'eq', 'B-1')),
    ).toEqual([1]);
  },

  order: async () => {
    const ids = async (query: PromiseLike<{ data: Array<{ id: number }> | null; error: unknown }>) =>
      (await rowsOf(query)).map((row) => row.id);
    expect(await ids(firms().order('revenue', { ascending: false, nullsFirst: true }))).toEqual([3, 1, 2, 4]);
    expect(await ids(firms().order('revenue', { nullsFirst: false }))).toEqual([4, 2, 1, 3]);
    expect(await ids(firms().order('active', { ascending: false, nullsFirst: false }).order('name'))).toEqual(
      [2, 1, 3, 4],
    );
    expect(await ids(stands().order('meta->lights->count', { ascending: false }))).toEqual([2, 1]);
    const [children] = await rowsOf(
      db
        .from('firms')
        .select('firms(id)')
        .eq('id', 1)
        .order('active', { referencedTable: 'firms', ascending: true, nullsFirst: false }),
    );
    expect(children?.firms).toEqual([{ id: 3 }, { id: 2 }]);
    const byTable = await rowsOf(
      db.from('stands').select('label,halls()').order('halls(name)').order('number'),
    );
    expect(byTable.map((row) => row.label)).toEqual(['Ceramic cups', 'Steel bolts', 'Silk scarves']);
  },
  limit: async () => {
    expect(await names(items().limit(1))).toEqual(['a']);
    expect(await names(items().limit(0))).toEqual([]);
    const [group] = await rowsOf(
      db
        .from('firms')
        .select('firms(id)')
        .eq('id', 1)
        .order('id', { referencedTable: 'firms' })
        .limit(1, { referencedTable: 'firms' }),
    );
    expect(group?.firms).toEqual([{ id: 2 }]);
  },
  range: async () => {
    expect(await names(items().range(1, 2))).toEqual(['b', 'c']);
    expect((await items().range(2, 0)).error).toMatchObject({ code: 'PGRST103' });
    const [group] = await rowsOf(
      db
        .from('firms')
        .select('firms(id)')
        .eq('id', 1)
        .order('id', { referencedTable: 'firms' })
        .range(1, 5, { referencedTable: 'firms' }),
    );
    expect(group?.firms).toEqual([{ id: 3 }]);
  },
  abortSignal: async () => {
    const controller = new AbortController();
    const query = db.rpc('sleep_long').abortSignal(controller.signal);
    setImmediate(() => controller.abort());
    expect((await query).error).toMatchObject({ message: expect.stringContaining('AbortError') });
    expect((await items().abortSignal(new AbortController().signal)).error).toBeNull();
  },
  single: async () => {
    expect((await db.from('items').select('name').eq('name', 'a').single()).data).toEqual({ name: 'a' });
    expect(await db.from('items').select('name').single()).toMatchObject({
      status: 406,
      error: { code: 'PGRST116' },
    });
    expect((await db.from('items').update({ kind: 'z' }).eq('kind', 'x').select().single()).error?.code).toBe(
      'PGRST116',
    );
    expect(await names(items().eq('kind', 'z'))).toEqual([]);
  },
  maybeSingle: async () => {
    expect((await items().eq('name', 'a').maybeSingle()).data).toEqual({ name: 'a' });
    expect(await items().eq('name', 'none').maybeSingle()).toMatchObject({
      data: null,
      error: null,
      status: 200,
    });
    expect((await items().maybeSingle()).error).toMatchObject({ code: 'PGRST116' });
    expect((await db.from('items').delete().eq('name', 'none').select().maybeSingle()).error).toBeNull();
  },
  csv: async () =>
    expect((await db.from('items').select('name,price').order('name').csv()).data).toBe(
      'name,price\na,1\nb,2\nc,',
    ),
  geojson: async () =>
    // PostGIS is not part of the product; its function is what PostgreSQL misses.
    expect(await items().geojson()).toMatchObject({ status: 404, error: { code: '42883' } }),
  explain: async () => {
    expect((await items().explain()).data).toContain('cost=');
    const all = { analyze: true, verbose: true, settings: true, buffers: true, wal: true } as const;
    expect((await items().explain({ ...all, format: 'json' })).data).toMatchObject([
      { Plan: expect.anything() },
    ]);
  },
  rollback: async () => {
    expect((await db.from('items').delete().gt('name', '').select('name').rollback()).data).toHaveLength(3);
    expect(await names(items())).toEqual(['a', 'b', 'c']);
  },
  returns: async () => {
    // Both are about types alone.
    const rows = await rowsOf(items().returns<Array<{ name: string }>>());
    expect(rows[0]?.name).toBe('a');
  },
  overrideTypes: async () => {
    const rows = await rowsOf(items().overrideTypes<Array<{ name: string }>>());
    expect(rows[0]?.name).toBe('a');
  },
  maxAffected: async () => {
    const { error } = await withMaxAffected(db.from('items').delete().eq('kind', 'x'), 1);
    expect(error).toMatchObject({ code: 'PGRST124', details: 'The query affects 2 rows' });
    expect(
      (await withMaxAffected(db.from('items').update({ kind: 'z' }).eq('kind', 'x'), 2)).error,
    ).toBeNull();
    expect((await withMaxAffected(db.rpc('all_firms'), 3)).error).toMatchObject({ code: 'PGRST124' });
  },
  throwOnError: async () => {
    await expect(db.from('nope').select().throwOnError()).rejects.toMatchObject({
      name: 'PostgrestError',
      code: 'PGRST205',
    });
    await expect(db.from('items').insert({ name: 'a' }).throwOnError()).rejects.toBeInstanceOf(
      PostgrestError,
    );
  },
  stripNulls: async () => {
    expect(await rowsOf(db.from('items').select('name,price').eq('name', 'c').stripNulls())).toEqual([
      { name: 'c' },
    ]);
    expect((await db.from('items').select('name,price').eq('name', 'c').single().stripNulls()).data).toEqual({
      name: 'c',
    });
    expect(
      (await db.from('items').select('name,price').eq('name', 'c').maybeSingle().stripNulls()).data,
    ).toEqual({ name: 'c' });
  },
  setHeader: async () => {
    const { data } = await db.rpc('request_setting', { setting: 'headers' }).setHeader('X-Fair', 'north');
    expect(JSON.parse(data)).toMatchObject({ 'x-fair': 'north' });
    expect(
      (await db.from('items').select('name').setHeader('Prefer', 'handling=strict, odd=1')).error,
    ).toMatchObject({
      code: 'PGRST122',
    });
  },
  retry: async () => {
    const asked = vi.spyOn(server.ctx.db, 'request');
    const answer = await db.rpc('refuse', { state: 'PT503' }, { get: true }).retry(false);
    expect(answer).toMatchObject({ status: 503, error: { code: 'PT503' } });
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
  },
};

describe('the official client', () => {
  it.each(Object.keys(METHODS))('has its %s answered', async (name) => {
    await METHODS[name]?.();
  });

  it('has no other methods', () => {
    const own = new Set(['constructor', 'then', 'cloneRequestState', 'processResponse']);
    const prototypes = [
      (db as unknown as { rest: object }).rest,
      db.from('x') as object,
      db.from('x').select() as object,
    ].flatMap((start) => {
      const chain: object[] = [];
      for (let at = Object.getPrototypeOf(start); at !== Object.prototype; at = Object.getPrototypeOf(at)) {
        chain.push(at);
      }
      return chain;
    });
    const methods = new Set(prototypes.flatMap((prototype) => Object.getOwnPropertyNames(prototype)));
    expect([...methods].filter((name) => !own.has(name)).sort()).toEqual(Object.keys(METHODS).sort());
  });
});
