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

/** The rows of an answer that must have none but good news. */
async function rows<Row>(query: PromiseLike<{ data: Row | null; error: unknown }>): Promise<Row> {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data as Row;
}

async function ids(
  query: PromiseLike<{ data: Array<{ id: number }> | null; error: unknown }>,
): Promise<number[]> {
  return (await rows(query)).map((row) => row.id).sort((a, b) => a - b);
}

describe('columns', () => {
  it('come by name, alias, cast and JSON path', async () => {
    const data = await rows(
      db
        .from('stands')
        .select(
          'number, title:label, area:number::text, meta->lights->>count, lights:meta->lights, meta->list->1, tags->0',
        )
        .eq('hall_id', 1)
        .order('number')
        .limit(1),
    );
    expect(data).toEqual([
      {
        number: 1,
        title: 'Ceramic cups',
        area: '1',
        count: '3',
        lights: { count: 3 },
        list: 20,
        tags: 'red',
      },
    ]);
  });

  it('may have any name', async () => {
    const data = await rows(
      db
        .from('odd_names')
        .select('"with space", dash-ed, select, 名前, x:"with space", "quote\\"d"')
        .eq('with space', 'a b')
        .eq('名前', '名')
        .eq('dash-ed', 'a-b')
        .single(),
    );
    expect(data).toEqual({
      'with space': 'a b',
      'dash-ed': 'a-b',
      'quote"d': 'a"b',
      select: 'sel',
      名前: '名',
      x: 'a b',
    });
  });

  it('keep every digit of a number', async () => {
    const { text } = await raw(server, '/firms?select=big,revenue&id=eq.1');
    expect(text).toBe('[{"big":9007199254740993,"revenue":100.25}]');
  });

  it('are checked', async () => {
    const { error, status } = await db.from('halls').select('id,nope');
    expect({ status, error }).toEqual({
      status: 400,
      error: {
        code: '42703',
        message: 'column halls.nope does not exist',
        details: null,
        hint: null,
      },
    });
    expect((await db.from('halls').select('id').eq('nope', 1)).error).toMatchObject({ code: '42703' });
    expect((await db.from('halls').select('id::nope')).error).toMatchObject({ code: '42704' });
    expect((await db.from('halls').select('id::int').limit(1)).error).toBeNull();
  });

  it('come as CSV', async () => {
    const { data, error } = await db.from('firms').select('id,name,revenue').order('id').csv();
    expect(error).toBeNull();
    expect(data).toBe(
      'id,name,revenue\n1,"Orchid Group",100.25\n2,"Orchid Cups",50\n3,"Bolt, Nut (and) Co",\n4,"Lone ""Wolf""",7',
    );
    expect((await db.from('firms').select('id').eq('id', 99).csv()).data).toBeNull();
    const backslash = await raw(server, '/odd_names?select=path:"with space"&id=eq.2', {
      headers: { accept: 'text/csv' },
    });
    expect(backslash.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(backslash.text).toBe('path\n"C:\\fair"');
  });

  it('come without nulls', async () => {
    const one = await rows(db.from('halls').select('*').eq('id', 3).single().stripNulls());
    expect(one).toEqual({ id: 3, name: 'Empty' });
    const list = await rows(db.from('halls').select('id,area').gte('id', 2).order('id').stripNulls());
    expect(list).toEqual([{ id: 2, area: 2000 }, { id: 3 }]);
  });

  it('may be functions of the row', async () => {
    const { data } = await db.from('halls').select('id,area_feet').gt('area_feet', 20_000).order('area_feet');
    expect(data).toEqual([{ id: 2, area_feet: 21528 }]);
    expect((await raw(server, '/stands?select=halls(feet:area_feet)&hall_id=eq.2')).json).toEqual([
      { halls: { feet: 21528 } },
    ]);
    // They are no part of *.
    expect((await db.from('halls').select().eq('id', 2).single()).data).toEqual({
      id: 2,
      name: 'South',
      area: 2000,
    });
  });

  it('come from views', async () => {
    expect(await rows(db.from('busy_halls').select('name,stands').order('id'))).toEqual([
      { name: 'North', stands: 2 },
      { name: 'South', stands: 1 },
    ]);
  });
});

describe('views', () => {
  it('have the relationships of the tables that they show, even of hidden ones', async () => {
    expect((await raw(server, '/busy_halls?select=name,s:stands(label)&id=eq.2')).json).toEqual([
      { name: 'South', s: [{ label: 'Silk scarves' }] },
    ]);
    // A view upon a view.
    expect((await raw(server, '/hall_cards?select=title,stands(number)&hall=eq.2')).json).toEqual([
      { title: 'South', stands: [{ number: 1 }] },
    ]);
    expect((await raw(server, '/stands?select=label,hall_cards(title)&hall_id=eq.2')).json).toEqual([
      { label: 'Silk scarves', hall_cards: { title: 'South' } },
    ]);
    expect((await raw(server, '/halls?select=name,hall_keys(id)&id=lt.3&order=id')).json).toEqual([
      { name: 'North', hall_keys: [{ id: 7 }, { id: 8 }] },
      { name: 'South', hall_keys: [] },
    ]);
    expect((await raw(server, '/hall_keys?select=id,halls(name)&id=eq.7')).json).toEqual([
      { id: 7, halls: { name: 'North' } },
    ]);
    // The column names the table, not its views.
    expect((await raw(server, '/stands?select=hall_id(name)&hall_id=eq.2')).json).toEqual([
      { hall_id: { name: 'South' } },
    ]);
  });

  it('do not multiply the rows that they are embedded in', async () => {
    const { json } = await raw(server, '/stands?select=number,hall_stands(name)&hall_id=eq.1&order=number');
    expect(json).toEqual([
      { number: 1, hall_stands: { name: 'North' } },
      { number: 2, hall_stands: { name: 'North' } },
    ]);
    expect((await raw(server, '/stands?select=number,...hall_stands(name)&hall_id=eq.1')).json).toHaveLength(
      2,
    );
  });
});

describe('filters', () => {
  it('compare', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await ids(firms().eq('name', 'Orchid Cups'))).toEqual([2]);
    expect(await ids(firms().neq('id', 2))).toEqual([1, 3, 4]);
    expect(await ids(firms().gt('revenue', 50))).toEqual([1]);
    expect(await ids(firms().gte('revenue', '50'))).toEqual([1, 2]);
    expect(await ids(firms().lt('id', 2))).toEqual([1]);
    expect(await ids(firms().lte('id', 2).gte('id', 2))).toEqual([2]);
    expect(await ids(firms().match({ name: 'Orchid Cups', parent_id: 1 }))).toEqual([2]);
    expect(await ids(firms().eq('big', '9007199254740993'))).toEqual([1]);
  });

  it('compare texts by pattern', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await ids(firms().like('name', 'Orchid%'))).toEqual([1, 2]);
    expect(await ids(firms().like('name', 'Orchid*s'))).toEqual([2]);
    expect(await ids(firms().ilike('name', '%ORCHID%'))).toEqual([1, 2]);
    expect(await ids(firms().likeAnyOf('name', ['%Cups', '%Wolf%']))).toEqual([2, 4]);
    expect(await ids(firms().ilikeAllOf('name', ['orchid%', '%group']))).toEqual([1]);
    expect(await ids(firms().regexMatch('name', '^Orchid C'))).toEqual([2]);
    expect(await ids(firms().regexIMatch('name', '^ORCHID C'))).toEqual([2]);
  });

  it('know null, true and false', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await ids(firms().is('active', null))).toEqual([4]);
    expect(await ids(firms().is('active', true))).toEqual([1, 2]);
    expect(await ids(firms().is('active', false))).toEqual([3]);
    expect(await ids(firms().not('active', 'is', null))).toEqual([1, 2, 3]);
    expect(await ids(firms().filter('active', 'is', 'not_null'))).toEqual([1, 2, 3]);
    expect(await ids(firms().isDistinct('parent_id', 1))).toEqual([1, 4]);
  });

  it('look into lists', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await ids(firms().in('id', [1, 3, 77]))).toEqual([1, 3]);
    expect(await ids(firms().in('name', ['Bolt, Nut (and) Co', 'Lone "Wolf"']))).toEqual([3, 4]);
    expect(await ids(firms().in('id', []))).toEqual([]);
    expect(await ids(firms().notIn('id', [1, 3]))).toEqual([2, 4]);
    expect(await ids(firms().not('id', 'in', '(1,3)'))).toEqual([2, 4]);
  });

  it('look into arrays, JSON and ranges', async () => {
    const stands = () => db.from('stands').select('id:number').eq('hall_id', 1);
    expect(await ids(stands().contains('tags', ['red']))).toEqual([1]);
    expect(await ids(stands().containedBy('tags', ['blue', 'green']))).toEqual([2]);
    expect(await ids(stands().overlaps('tags', ['red', 'green']))).toEqual([1]);
    expect(await ids(stands().contains('meta', { size: 'large' }))).toEqual([1]);
    expect(await ids(stands().eq('meta->>size', 'small'))).toEqual([2]);
    expect(await ids(stands().gt('meta->lights->count', 5))).toEqual([2]);
    expect(await ids(stands().contains('hours', '[10,11)'))).toEqual([1, 2]);
    expect(await ids(stands().containedBy('hours', '[10,14)'))).toEqual([2]);
    expect(await ids(stands().rangeGt('hours', '[1,9)'))).toEqual([1, 2]);
    expect(await ids(stands().rangeGte('hours', '[10,20)'))).toEqual([2]);
    expect(await ids(stands().rangeLt('hours', '[12,20)'))).toEqual([2]);
    expect(await ids(stands().rangeLte('hours', '[1,12)'))).toEqual([2]);
    expect(await ids(stands().rangeAdjacent('hours', '[17,20)'))).toEqual([1]);
    expect(await ids(stands().overlaps('hours', '[16,20)'))).toEqual([1]);
    expect(await ids(stands().in('mood', ['busy']))).toEqual([1]);
    expect(await ids(stands().eq('code', 'N2'))).toEqual([2]);
  });

  it('search texts', async () => {
    const stands = () => db.from('stands').select('id:number').eq('hall_id', 1);
    expect(await ids(stands().textSearch('words', 'cup & ceramic'))).toEqual([1]);
    expect(
      await ids(stands().textSearch('words', 'steel bolts', { type: 'plain', config: 'english' })),
    ).toEqual([2]);
    expect(await ids(stands().textSearch('label', 'bolts or cups', { type: 'websearch' }))).toEqual([1, 2]);
    expect(
      await ids(stands().textSearch('label', 'ceramic cups', { type: 'phrase', config: 'simple' })),
    ).toEqual([1]);
    expect((await stands().textSearch('label', 'x', { config: 'no_such_language' })).error).toMatchObject({
      code: '42704',
    });
  });

  it('combine with or, and, not', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await ids(firms().or('id.eq.1,name.like.*Cups'))).toEqual([1, 2]);
    expect(await ids(firms().or('id.eq.1,and(id.gt.2,active.is.null)'))).toEqual([1, 4]);
    expect(await ids(firms().or('name.eq."Bolt, Nut (and) Co",id.in.(1,2)'))).toEqual([1, 2, 3]);
    expect(await ids(firms().or('id.eq.1,id.eq.2').or('id.eq.2,id.eq.3'))).toEqual([2]);
    const negated = await raw(server, '/firms?select=id&not.or=(id.eq.1,id.eq.2)&order=id');
    expect(negated.json).toEqual([{ id: 3 }, { id: 4 }]);
    const and = await raw(server, '/firms?select=id&and=(id.gt.1,not.and(id.gt.2,id.lt.4))&order=id');
    expect(and.json).toEqual([{ id: 2 }, { id: 4 }]);
  });

  it('are refused when types do not fit, in the words of the database', async () => {
    const { error, status } = await db.from('firms').select('id').eq('id', 'abc');
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: '22P02', message: 'invalid input syntax for type integer: "abc"' });
    expect((await db.from('firms').select('id').like('id', '1%')).status).toBe(404);
    const malformed = await raw(server, '/firms?id=zz.1');
    expect(malformed).toMatchObject({
      status: 400,
      json: {
        code: 'PGRST100',
        message: '"failed to parse filter (zz.1)" (line 1, column 1)',
        details: expect.stringContaining('operator (eq, gt, ...)'),
      },
    });
  });
});

describe('embedded resources', () => {
  it('follow keys in each direction', async () => {
    const [orchid] = await rows(
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

  it('are null or empty where there is nothing', async () => {
    const [bolt] = await rows(
      db.from('firms').select('stands(label), badges(serial), topics(title), firms(id)').eq('id', 4),
    );
    expect(bolt).toEqual({ stands: { label: 'Silk scarves' }, badges: null, topics: [], firms: [] });
  });

  it('need a hint where two keys lead to one table', async () => {
    const { error, status } = await db.from('meetings').select('id,firms(name)');
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST201',
      hint: expect.stringContaining('firms!meetings_host_fkey'),
    });
    const [meeting] = await rows(
      db
        .from('meetings')
        .select(
          'host:firms!meetings_host_fkey(name), guest:firms!guest_id(name), host_id(id), meetings_guest_fkey(id)',
        )
        .eq('id', 1),
    );
    expect(meeting).toEqual({
      host: { name: 'Orchid Group' },
      guest: { name: 'Orchid Cups' },
      host_id: { id: 1 },
      meetings_guest_fkey: { id: 2 },
    });
    const hosts = await rows(
      db.from('firms').select('id,hosted:meetings!meetings_host_fkey(id)').eq('id', 1).single(),
    );
    expect(hosts).toEqual({ id: 1, hosted: [{ id: 1 }, { id: 2 }] });
  });

  it('are refused without a relationship', async () => {
    const { error, status } = await db.from('halls').select('id,meetings(id)');
    expect({ status, code: error?.code, message: error?.message }).toEqual({
      status: 400,
      code: 'PGRST200',
      message: "Could not find a relationship between 'halls' and 'meetings' in the schema cache",
    });
  });

  it('are filtered, ordered and paged by themselves', async () => {
    const [orchid] = await rows(
      db
        .from('firms')
        .select('id,firms(name),meetings!meetings_host_fkey(id)')
        .eq('id', 1)
        .like('firms.name', 'Bolt%')
        .order('id', { referencedTable: 'meetings', ascending: false })
        .limit(1, { referencedTable: 'meetings' }),
    );
    expect(orchid).toEqual({ id: 1, firms: [{ name: 'Bolt, Nut (and) Co' }], meetings: [{ id: 2 }] });
    const [second] = await rows(
      db
        .from('firms')
        .select('m:meetings!meetings_host_fkey(id)')
        .eq('id', 1)
        .order('id', { referencedTable: 'm' })
        .range(1, 1, { referencedTable: 'm' })
        .or('minutes.gt.40,topic.eq.cups', { referencedTable: 'm' }),
    );
    expect(second).toEqual({ m: [{ id: 2 }] });
  });

  it('keep only the rows that have them, with !inner', async () => {
    expect(await ids(db.from('firms').select('id,badges!inner(serial)').eq('badges.serial', 'B-2'))).toEqual([
      2,
    ]);
    expect(await ids(db.from('firms').select('id,topics!inner(title)').eq('topics.title', 'Metal'))).toEqual([
      2, 3,
    ]);
    expect(
      await ids(db.from('firms').select('id,stands!inner(halls!inner())').eq('stands.halls.name', 'South')),
    ).toEqual([4]);
    const left = await rows(
      db.from('firms').select('id,badges(serial)').eq('badges.serial', 'B-2').order('id'),
    );
    expect(left.map((row) => row.badges)).toEqual([null, { serial: 'B-2' }, null, null]);
  });

  it('filter by being there', async () => {
    expect(await ids(db.from('firms').select('id,badges()').is('badges', null))).toEqual([3, 4]);
    expect(await ids(db.from('firms').select('id,topics()').not('topics', 'is', null))).toEqual([1, 2, 3]);
    expect(
      await ids(db.from('firms').select('id,badges(),s:stands(label)').or('badges.not.is.null,s.is.null')),
    ).toEqual([1, 2, 3]);
  });

  it('order the rows that they belong to', async () => {
    const { data } = await db
      .from('meetings')
      .select('id,guest:firms!meetings_guest_fkey(name)')
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
    const data = await rows(
      db
        .from('stands')
        .select('label,...halls(hall:name,...stands(labels:label))')
        .eq('hall_id', 1)
        .eq('number', 1)
        .single(),
    );
    expect(data).toEqual({ label: 'Ceramic cups', hall: 'North', labels: ['Ceramic cups', 'Steel bolts'] });
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
      .from('meetings')
      .select('host_id,minutes.sum(),longest:minutes.max(),count()')
      .order('host_id');
    expect(data).toEqual([
      { host_id: 1, sum: 75, longest: 45, count: 2 },
      { host_id: 2, sum: 15, longest: 15, count: 1 },
    ]);
    expect((await db.from('meetings').select('minutes.avg()::int,count()').single()).data).toEqual({
      avg: 30,
      count: 3,
    });
  });

  it('work inside embeds, beside them and through spreads', async () => {
    expect(
      (await raw(server, '/firms?select=id,meetings!meetings_host_fkey(minutes.sum())&id=lt.3&order=id'))
        .json,
    ).toEqual([
      { id: 1, meetings: [{ sum: 75 }] },
      { id: 2, meetings: [{ sum: 15 }] },
    ]);
    expect(
      (await raw(server, '/meetings?select=host:firms!meetings_host_fkey(name),count()&order=count')).status,
    ).toBe(400);
    const grouped = await raw(server, '/meetings?select=host:firms!meetings_host_fkey(name),count()');
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

  it('count their groups', async () => {
    const { count, data } = await db.from('meetings').select('host_id,count()', { count: 'exact' }).limit(1);
    expect(data).toHaveLength(1);
    expect(count).toBe(2);
  });
});

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
