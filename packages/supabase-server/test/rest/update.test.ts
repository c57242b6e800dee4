import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { raw, startRestServer, withMaxAffected } from './fixture.ts';

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer({}, { file: 'write-fixture.sql', table: 'items' });
  db = server.client();
});
afterAll(() => server.stop());
beforeEach(() => server.sql('truncate public.items, public.dropbox'));

describe('update', () => {
  beforeEach(async () => {
    await db.from('items').insert([
      { name: 'a', kind: 'x', price: 1 },
      { name: 'b', kind: 'x', price: 2 },
      { name: 'c', kind: 'y', price: 3 },
    ]);
  });

  it('changes the rows that the filters find', async () => {
    const minimal = await db.from('items').update({ kind: 'z' }, { count: 'exact' }).eq('kind', 'x');
    expect(minimal).toMatchObject({ status: 204, count: 2, data: null, error: null });
    const shown = await db
      .from('items')
      .update({ price: 9, tags: ['t'] })
      .or('name.eq.a,name.eq.c')
      .select('name,price,tags')
      .order('name', { ascending: false });
    expect(shown).toMatchObject({
      status: 200,
      data: [
        { name: 'c', price: 9, tags: ['t'] },
        { name: 'a', price: 9, tags: ['t'] },
      ],
    });
    expect(await db.from('items').update({ kind: 'q' }).eq('name', 'nobody')).toMatchObject({ status: 204 });
    expect(await db.from('items').update({ kind: 'q' }).eq('name', 'nobody').select()).toMatchObject({
      status: 200,
      data: [],
    });
  });

  it('says which rows', async () => {
    const patch = (search: string, prefer: string) =>
      raw(server, `/items?${search}`, {
        method: 'PATCH',
        headers: { prefer, 'content-type': 'application/json' },
        body: '{"price":5}',
      });
    expect((await patch('kind=eq.x', 'count=exact')).headers.get('content-range')).toBe('0-1/2');
    expect((await patch('kind=eq.x', '')).headers.get('content-range')).toBe('0-1/*');
    expect((await patch('kind=eq.none', '')).headers.get('content-range')).toBe('*/*');
  });

  it('reads keys that are missing as null, or as the default', async () => {
    const patch = (prefer: string) =>
      raw(server, '/items?name=eq.a&columns=kind,price&select=kind,price', {
        method: 'PATCH',
        headers: { prefer: `return=representation, ${prefer}`, 'content-type': 'application/json' },
        body: '{"price":5,"ignored":1}',
      });
    expect((await patch('missing=default')).json).toEqual([{ kind: 'plain', price: 5 }]);
    expect((await patch('missing=null')).json).toEqual([{ kind: null, price: 5 }]);
  });

  it('without columns changes nothing', async () => {
    expect(await db.from('items').update({}).eq('name', 'a')).toMatchObject({ status: 204, error: null });
    expect(await db.from('items').update({}).eq('name', 'a').select()).toMatchObject({
      status: 200,
      data: [],
    });
    expect((await db.from('items').update({}).eq('name', 'a').select().single()).error).toMatchObject({
      code: 'PGRST116',
    });
  });

  it('undoes everything when single() does not find one row, or more than allowed', async () => {
    const many = await db.from('items').update({ kind: 'gone' }).eq('kind', 'x').select().single();
    expect(many).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    const tooMany = await withMaxAffected(db.from('items').update({ kind: 'gone' }).eq('kind', 'x'), 1);
    expect(tooMany).toMatchObject({
      status: 400,
      error: { code: 'PGRST124', details: 'The query affects 2 rows' },
    });
    expect(await server.sql(`select 1 from public.items where kind = 'gone'`)).toEqual([]);
    expect(await withMaxAffected(db.from('items').update({ kind: 'gone' }).eq('kind', 'x'), 2)).toMatchObject(
      {
        status: 204,
      },
    );
  });

  it('takes one object', async () => {
    const { error } = await db
      .from('items')
      .update([{ kind: 'a' }, { kind: 'b' }] as never)
      .eq('name', 'a');
    expect(error).toMatchObject({ code: 'PGRST102' });
  });
});

describe('delete', () => {
  beforeEach(async () => {
    await db.from('items').insert([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  });

  it('removes the rows that the filters find', async () => {
    expect(await db.from('items').delete({ count: 'exact' }).eq('name', 'a')).toMatchObject({
      status: 204,
      count: 1,
    });
    expect(await db.from('items').delete().eq('name', 'b').select('name')).toMatchObject({
      status: 200,
      data: [{ name: 'b' }],
    });
    expect(await db.from('items').delete().eq('name', 'none').select()).toMatchObject({
      status: 200,
      data: [],
    });
    expect((await db.from('items').select('name')).data).toEqual([{ name: 'c' }]);
  });

  it('says how many rows', async () => {
    const remove = (prefer: string) =>
      raw(server, '/items?name=eq.a', { method: 'DELETE', headers: { prefer } });
    expect((await remove('')).headers.get('content-range')).toBe('*/*');
    expect((await remove('count=exact')).headers.get('content-range')).toBe('*/0');
    const shown = await remove('return=representation, handling=strict, max-affected=3');
    expect(shown).toMatchObject({ status: 200, json: [] });
    expect(shown.headers.get('preference-applied')).toBe(
      'return=representation, handling=strict, max-affected=3',
    );
  });

  it('undoes everything when there are more rows than allowed', async () => {
    expect((await withMaxAffected(db.from('items').delete().neq('name', 'a'), 1)).error).toMatchObject({
      code: 'PGRST124',
    });
    expect((await db.from('items').delete().neq('name', 'a').select().single()).error).toMatchObject({
      code: 'PGRST116',
    });
    expect((await db.from('items').select('name')).data).toHaveLength(3);
  });
});
