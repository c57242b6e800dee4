import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { idsOf, raw, reloadSchema, rowsOf, startRestServer } from './fixture.ts';

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer();
  db = server.client();
});
afterAll(() => server.stop());

describe('embedded resources', () => {
  it('follow keys in each direction', async () => {
    const [orchid] = await rowsOf(
      db
        .from('firms')
        .select(
          'name, parent_id(name), children:firms(name), stands(label, halls(name)), topics(title), badges(serial)',
        )
        .in('id', [2]),
    );
    expect(orchid).toEqual({
      name: 'Orchid Cups',
      parent_id: { name: 'Orchid Group' },
      children: [],
      stands: { label: 'Steel bolts', halls: { name: 'North' } },
      topics: [{ title: 'Porcelain' }, { title: 'Metal' }],
      badges: { serial: 'B-2' },
    });
  });

  // PostgREST's rule for views:
  // https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
  it('follow the columns of a view through views of exposed schemas only', async () => {
    for (const statement of [
      'create view booth.bare_halls as select id, name from public.halls',
      'create view public.far_halls as select id, name from booth.bare_halls',
      'create view public.near_halls as select h.id, b.name from booth.bare_halls b join public.halls h on h.id = b.id',
      'grant select on public.far_halls, public.near_halls to anon',
    ]) {
      await server.sql(statement);
    }
    await reloadSchema(server, 'near_halls');
    const near = await rowsOf(db.from('near_halls').select('name, stands(label)').eq('id', 2));
    expect(near).toEqual([{ name: 'South', stands: [{ label: 'Silk scarves' }] }]);
    const far = await db.from('far_halls').select('name, stands(label)');
    expect(far.error).toMatchObject({ code: 'PGRST200' });
  });

  it('are null or empty where there is nothing', async () => {
    const [bolt] = await rowsOf(
      db.from('firms').select('stands(label), badges(serial), topics(title), firms(id)').eq('id', 4),
    );
    expect(bolt).toEqual({ stands: { label: 'Silk scarves' }, badges: null, topics: [], firms: [] });
  });

  it('need a hint where two keys lead to one table', async () => {
    const { error, status } = await db.from('appointments').select('id,firms(name)');
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST201',
      hint: expect.stringContaining('firms!appointments_host_fkey'),
    });
    const [appointment] = await rowsOf(
      db
        .from('appointments')
        .select(
          'host:firms!appointments_host_fkey(name), guest:firms!guest_id(name), host_id(id), appointments_guest_fkey(id)',
        )
        .eq('id', 1),
    );
    expect(appointment).toEqual({
      host: { name: 'Orchid Group' },
      guest: { name: 'Orchid Cups' },
      host_id: { id: 1 },
      appointments_guest_fkey: { id: 2 },
    });
    const hosts = await rowsOf(
      db.from('firms').select('id,hosted:appointments!appointments_host_fkey(id)').eq('id', 1).single(),
    );
    expect(hosts).toEqual({ id: 1, hosted: [{ id: 1 }, { id: 2 }] });
  });

  it('are refused without a relationship', async () => {
    const { error, status } = await db.from('halls').select('id,appointments(id)');
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 400,
      code: 'PGRST200',
      message: "Could not find a relationship between 'halls' and 'appointments' in the schema cache",
    });
  });

  it('are filtered, ordered and paged by themselves', async () => {
    const [orchid] = await rowsOf(
      db
        .from('firms')
        .select('id,firms(name),appointments!appointments_host_fkey(id)')
        .eq('id', 1)
        .like('firms.name', 'Bolt%')
        .order('id', { referencedTable: 'appointments', ascending: false })
        .limit(1, { referencedTable: 'appointments' }),
    );
    expect(orchid).toEqual({ id: 1, firms: [{ name: 'Bolt, Nut (and) Co' }], appointments: [{ id: 2 }] });
    const [second] = await rowsOf(
      db
        .from('firms')
        .select('m:appointments!appointments_host_fkey(id)')
        .eq('id', 1)
        .order('id', { referencedTable: 'm' })
        .range(1, 1, { referencedTable: 'm' })
        .or('minutes.gt.40,topic.eq.cups', { referencedTable: 'm' }),
    );
    expect(second).toEqual({ m: [{ id: 2 }] });
  });

  it('keep only the rows that have them, with !inner', async () => {
    expect(
      await idsOf(db.from('firms').select('id,badges!inner(serial)').eq('badges.serial', 'B-2')),
    ).toEqual([2]);
    expect(
      await idsOf(db.from('firms').select('id,topics!inner(title)').eq('topics.title', 'Metal')),
    ).toEqual([2, 3]);
    expect(
      await idsOf(db.from('firms').select('id,stands!inner(halls!inner())').eq('stands.halls.name', 'South')),
    ).toEqual([4]);
    const left = await rowsOf(
      db.from('firms').select('id,badges(serial)').eq('badges.serial', 'B-2').order('id'),
    );
    expect(left.map((row) => row.badges)).toEqual([null, { serial: 'B-2' }, null, null]);
  });

  it('filter by being there', async () => {
    expect(await idsOf(db.from('firms').select('id,badges()').is('badges', null))).toEqual([3, 4]);
    expect(await idsOf(db.from('firms').select('id,topics()').not('topics', 'is', null))).toEqual([1, 2, 3]);
    expect(
      await idsOf(db.from('firms').select('id,badges(),s:stands(label)').or('badges.not.is.null,s.is.null')),
    ).toEqual([1, 2, 3]);
  });

  it('find rows that lack what a filter describes', async () => {
    const without = db.from('firms').select('id,topics()').eq('topics.title', 'Metal').is('topics', null);
    expect(await idsOf(without)).toEqual([1, 4]);
    const nested = db
      .from('halls')
      .select('id,stands!inner(firms!inner(topics!inner()))')
      .eq('stands.firms.topics.title', 'Metal');
    expect(await idsOf(nested)).toEqual([1]);
    const negated = await raw(
      server,
      '/halls?select=id,stands(number)&stands.not.or=(number.eq.1,label.like.x*)&id=eq.1',
    );
    expect(negated.json).toEqual([{ id: 1, stands: [{ number: 2 }] }]);
  });

  it('are spread through a table between them, in their own order', async () => {
    const rows = await rowsOf(
      db
        .from('firms')
        .select('id,...topics(titles:title)')
        .order('title', { referencedTable: 'topics' })
        .lt('id', 3)
        .order('id'),
    );
    expect(rows).toEqual([
      { id: 1, titles: ['Porcelain'] },
      { id: 2, titles: ['Metal', 'Porcelain'] },
    ]);
  });

  it('order the rows that they belong to', async () => {
    const { data } = await db
      .from('appointments')
      .select('id,guest:firms!appointments_guest_fkey(name)')
      .order('guest(name)', { ascending: false, nullsFirst: false });
    expect(data).toEqual([
      { id: 1, guest: { name: 'Orchid Cups' } },
      { id: 2, guest: { name: 'Bolt, Nut (and) Co' } },
      { id: 3, guest: null },
    ]);
    const hidden = await raw(server, '/stands?select=label,halls()&order=halls(area).desc,label.asc');
    expect((hidden.json as Array<{ label: string }>).map((row) => row.label)).toEqual([
      'Silk scarves',
      'Ceramic cups',
      'Steel bolts',
    ]);
    expect((await db.from('firms').select('id,topics(title)').order('topics(title)')).error).toMatchObject({
      code: 'PGRST118',
      message: "A related order on 'topics' is not possible",
    });
    expect((await db.from('firms').select('id').order('badges(serial)')).error).toMatchObject({
      code: 'PGRST108',
    });
  });

  it('are spread into the row', async () => {
    const data = await rowsOf(
      db
        .from('appointments')
        .select('minutes,...firms!appointments_guest_fkey(guest:name,...topics(titles:title))')
        .eq('id', 1)
        .order('title', { referencedTable: 'firms.topics' })
        .single(),
    );
    expect(data).toEqual({ minutes: 30, guest: 'Orchid Cups', titles: ['Metal', 'Porcelain'] });
    const ordered = await raw(
      server,
      '/stands?select=number,...halls(name)&order=halls(name).desc,number&halls.name=neq.x',
    );
    expect(ordered.json).toEqual([
      { number: 1, name: 'South' },
      { number: 1, name: 'North' },
      { number: 2, name: 'North' },
    ]);
    expect((await raw(server, '/halls?select=id,...stands!inner(label)&order=id')).json).toEqual([
      { id: 1, label: ['Ceramic cups', 'Steel bolts'] },
      { id: 2, label: ['Silk scarves'] },
    ]);
    expect((await raw(server, '/stands?select=label,...halls(*)&limit=1')).json).toMatchObject([
      { label: expect.any(String), id: expect.any(Number), name: expect.any(String) },
    ]);
  });
});

describe('aggregates', () => {
  it('group by what else is selected', async () => {
    const { data } = await db
      .from('appointments')
      .select('host_id,minutes.sum(),longest:minutes.max(),count()')
      .order('host_id');
    expect(data).toEqual([
      { host_id: 1, sum: 75, longest: 45, count: 2 },
      { host_id: 2, sum: 15, longest: 15, count: 1 },
    ]);
    expect(
      (await db.from('stands').select('lights:meta->lights->>count::int.sum(),min:label.min()')).data,
    ).toEqual([{ lights: 15, min: 'Ceramic cups' }]);
    expect((await db.from('appointments').select('minutes.avg()::int,count()').single()).data).toEqual({
      avg: 30,
      count: 3,
    });
  });

  it('work inside embeds, beside them and through spreads', async () => {
    expect(
      (
        await raw(
          server,
          '/firms?select=id,appointments!appointments_host_fkey(minutes.sum())&id=lt.3&order=id',
        )
      ).json,
    ).toEqual([
      { id: 1, appointments: [{ sum: 75 }] },
      { id: 2, appointments: [{ sum: 15 }] },
    ]);
    expect(
      (await raw(server, '/appointments?select=host:firms!appointments_host_fkey(name),count()&order=count'))
        .status,
    ).toBe(400);
    const grouped = await raw(server, '/appointments?select=host:firms!appointments_host_fkey(name),count()');
    expect(grouped.json).toEqual(
      expect.arrayContaining([
        { host: { name: 'Orchid Group' }, count: 2 },
        { host: { name: 'Orchid Cups' }, count: 1 },
      ]),
    );
    const hoisted = await raw(server, '/stands?select=hall_id,...halls(area.max(),count())&order=hall_id');
    expect(hoisted.json).toEqual([
      { hall_id: 1, max: 1000.5, count: 2 },
      { hall_id: 2, max: 2000, count: 1 },
    ]);
    expect((await raw(server, '/halls?select=name,...stands(number.sum())')).json).toMatchObject({
      code: 'PGRST127',
    });
  });

  it('count rows by the bare word as well, unless it is a column', async () => {
    expect(await rowsOf(db.from('firms').select('count'))).toEqual([{ count: 4 }]);
    expect(
      await rowsOf(
        db
          .from('firms')
          .select('id,topics(count),told:appointments!appointments_host_fkey(count)')
          .lt('id', 3)
          .order('id'),
      ),
    ).toEqual([
      { id: 1, topics: [{ count: 1 }], told: [{ count: 2 }] },
      { id: 2, topics: [{ count: 2 }], told: [{ count: 1 }] },
    ]);
    expect(await rowsOf(db.from('firms').select('n:count::text').gt('id', 1))).toEqual([{ n: '3' }]);
    expect(await rowsOf(db.rpc('all_firms').select('count'))).toEqual([{ count: 4 }]);
    expect((await db.from('firms').select('sum')).error).toMatchObject({ code: '42703' });
    await server.sql('create view public.tallies as select 7 as count');
    await server.sql('grant select on public.tallies to anon');
    await reloadSchema(server, 'tallies');
    expect(await rowsOf(db.from('tallies').select('count'))).toEqual([{ count: 7 }]);
  });

  it('count their groups', async () => {
    const { count, data } = await db
      .from('appointments')
      .select('host_id,count()', { count: 'exact' })
      .limit(1);
    expect(data).toHaveLength(1);
    expect(count).toBe(2);
  });
});
