import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { raw, rowsOf, startRestServer } from './fixture.ts';

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer();
  db = server.client();
});
afterAll(() => server.stop());

describe('a function of a row', () => {
  it('leads to many rows', async () => {
    const rows = await rowsOf(
      db
        .from('stands')
        .select('number,neighbours(label,halls(name))')
        .eq('hall_id', 1)
        .order('number')
        .eq('neighbours.label', 'Steel bolts'),
    );
    expect(rows).toEqual([
      { number: 1, neighbours: [{ label: 'Steel bolts', halls: { name: 'North' } }] },
      { number: 2, neighbours: [] },
    ]);
    const inner = await rowsOf(
      db.from('stands').select('hall_id,near:neighbours!inner(number)').eq('number', 1),
    );
    expect(inner).toEqual([{ hall_id: 1, near: [{ number: 2 }] }]);
  });

  it('leads to one row when it says so', async () => {
    const query = () => db.from('stands').select('number,tenant(name)').order('tenant(name)').limit(1);
    expect(await rowsOf(query())).toEqual([{ number: 1, tenant: { name: 'Lone "Wolf"' } }]);
    const spread = await raw(server, '/stands?select=number,...tenant(firm:name)&hall_id=eq.2');
    expect(spread.json).toEqual([{ number: 1, firm: 'Lone "Wolf"' }]);
    const missing = await raw(server, '/stands?select=number,tenant()&tenant=is.null');
    expect(missing.json).toEqual([]);
  });

  it('leads to one row when it returns one, and to nulls when that is null', async () => {
    const rows = await rowsOf(
      db.from('stands').select('hall_id,home_hall(id,name)').eq('number', 1).order('hall_id'),
    );
    expect(rows).toEqual([
      { hall_id: 1, home_hall: { id: 1, name: 'North' } },
      { hall_id: 2, home_hall: { id: null, name: null } },
    ]);
  });

  it('comes before keys of the same name', async () => {
    // The view of that name also has the number of booths.
    expect((await raw(server, '/stands?select=busy_halls(*)&hall_id=eq.2')).json).toEqual([
      { busy_halls: { id: 2, name: 'South', area: 2000 } },
    ]);
  });

  it('leads on from written rows, and from the rows of functions', async () => {
    const written = await db
      .from('stands')
      .insert({ hall_id: 3, number: 1, label: 'Alone' })
      .select('label,neighbours(number),tenant(name)')
      .single();
    expect(written.data).toEqual({ label: 'Alone', neighbours: [], tenant: null });
    await db.from('stands').delete().eq('hall_id', 3);
    const back = await rowsOf(
      db
        .from('stands')
        .update({ tags: ['x'] })
        .eq('hall_id', 1)
        .eq('number', 1)
        .select('neighbours(label)'),
    );
    expect(back).toEqual([{ neighbours: [{ label: 'Steel bolts' }] }]);
  });

  it('takes no hint', async () => {
    expect((await db.from('stands').select('tenant!x(name)')).error).toMatchObject({ code: 'PGRST200' });
    expect((await db.from('stands').select('tenan(name)')).error).toMatchObject({
      code: 'PGRST200',
      hint: "Perhaps you meant 'tenant' instead of 'tenan'.",
    });
  });
});

describe('filters on what is embedded', () => {
  it('ask whether it is there, nothing else', async () => {
    expect((await db.from('firms').select('id,badges(serial)').eq('badges', 1)).error).toMatchObject({
      code: 'PGRST120',
      message: "Bad operator on the 'badges' embedded resource",
      details: 'Only is null or not is null filters are allowed on embedded resources',
    });
    expect((await db.from('firms').select('id,topics(title)').is('topics', true)).error).toMatchObject({
      code: 'PGRST120',
    });
    // A column that leads somewhere is a column all the same.
    expect((await db.from('firms').select('id,parent_id(name)').eq('parent_id', 1)).data).toHaveLength(2);
  });
});

describe('views', () => {
  it('take rows, and the defaults of their tables', async () => {
    const { data, status, error } = await db
      .from('firm_cards')
      .insert([{ name: 'By view' }, { name: 'Another', id: 900 }], { defaultToNull: false })
      .select('id,name,loud')
      .order('id', { ascending: false });
    expect({ status, error }).toEqual({ status: 201, error: null });
    expect(data).toEqual([
      { id: 900, name: 'Another', loud: 'Another!' },
      { id: expect.any(Number), name: 'By view', loud: 'By view!' },
    ]);
    expect(await db.from('firm_cards').update({ active: true }).eq('id', 900).select('active')).toMatchObject(
      {
        data: [{ active: true }],
      },
    );
    const merged = await db.from('firm_cards').upsert({ id: 900, name: 'Merged' }).select('name').single();
    expect(merged).toMatchObject({ status: 200, data: { name: 'Merged' } });
    expect((await db.from('firm_cards').delete({ count: 'exact' }).gt('id', 100)).count).toBe(2);
    expect((await db.from('firm_cards').insert({ loud: 'x' })).error).toMatchObject({ code: '0A000' });
  });

  it('refuse rows that they would not show', async () => {
    const stand = { hall_id: 2, number: 7, label: 'South' };
    expect((await db.from('north_stands').insert(stand)).error).toMatchObject({ code: '44000' });
    expect((await db.from('busy_halls').insert({ id: 1 })).error).toMatchObject({ code: '55000' });
  });
});
