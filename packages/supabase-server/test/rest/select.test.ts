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

describe('columns', () => {
  it('come by name, alias, cast and JSON path', async () => {
    const data = await rowsOf(
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
    const data = await rowsOf(
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
    const one = await rowsOf(db.from('halls').select('*').eq('id', 3).single().stripNulls());
    expect(one).toEqual({ id: 3, name: 'Empty' });
    const list = await rowsOf(db.from('halls').select('id,area').gte('id', 2).order('id').stripNulls());
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
    expect(await rowsOf(db.from('busy_halls').select('name,stands').order('id'))).toEqual([
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
