import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { raw, reloadSchema, startRestServer } from './fixture.ts';

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer({}, { file: 'write-fixture.sql', table: 'items' });
  db = server.client();
});
afterAll(() => server.stop());
beforeEach(() => server.sql('truncate public.items, public.dropbox'));

describe('insert', () => {
  it('gives nothing back unless asked', async () => {
    const answer = await db.from('items').insert({ name: 'one' });
    expect(answer).toMatchObject({ status: 201, data: null, error: null, count: null });
    expect(await db.from('items').select('name,kind')).toMatchObject({
      data: [{ name: 'one', kind: 'plain' }],
    });
  });

  it('gives the row back with its defaults and embeds', async () => {
    const { data, status } = await db
      .from('items')
      .insert({ name: 'two', hall_id: 1, tags: ['a', 'b,c', 'd"e'], doc: { b: 1, a: [2] }, place: '(1,2)' })
      .select('name,kind,docb,tags,doc,place,id,hall:halls(name)')
      .single();
    expect(status).toBe(201);
    expect(data).toEqual({
      name: 'two',
      kind: 'plain',
      docb: { d: 1 },
      tags: ['a', 'b,c', 'd"e'],
      doc: { b: 1, a: [2] },
      place: '(1,2)',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      hall: { name: 'North' },
    });
  });

  it('shows what functions make of the row', async () => {
    const hall = { id: 77, name: 'Annex', area: 10 };
    const { data } = await db.from('halls').insert(hall).select('area_feet,id').single();
    expect(data).toEqual({ area_feet: 107.6, id: 77 });
    const whole = await db.from('halls').delete().eq('id', 77).select('*,area_feet');
    expect(whole.data).toEqual([{ ...hall, area_feet: 107.6 }]);
  });

  it('keeps every digit', async () => {
    const answer = await raw(server, '/items?select=price', {
      method: 'POST',
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
      body: '{"name":"exact","price":12345678901234567890.123456789}',
    });
    expect(answer).toMatchObject({ status: 201, text: '[{"price":12345678901234567890.123456789}]' });
  });

  it('takes many rows; keys that one lacks are null, or the default', async () => {
    const rows = [{ name: 'a', kind: 'x' }, { name: 'b' }];
    const { data, count } = await db
      .from('items')
      .insert(rows, { count: 'exact' })
      .select('name,kind')
      .order('name');
    expect(data).toEqual([
      { name: 'a', kind: 'x' },
      { name: 'b', kind: null },
    ]);
    expect(count).toBe(2);
    await server.sql('truncate public.items');
    const withDefaults = await db
      .from('items')
      .insert(
        rows.map((row, n) => (n ? row : { ...row, n: 77, price: 1.5 })),
        { defaultToNull: false },
      )
      .select('name,kind,n,docb,price')
      .order('name', { ascending: false });
    expect(withDefaults.data).toEqual([
      { name: 'b', kind: 'plain', n: expect.any(Number), docb: { d: 1 }, price: null },
      { name: 'a', kind: 'x', n: 77, docb: { d: 1 }, price: 1.5 },
    ]);
  });

  it('takes no row, and rows of nothing but defaults', async () => {
    expect(await db.from('items').insert([]).select()).toMatchObject({ data: [], status: 201 });
    await server.sql(
      'create table public.counters (id int generated always as identity primary key, at timestamptz default now())',
    );
    await server.sql('grant all on public.counters to anon');
    await reloadSchema(server, 'counters');
    expect((await db.from('counters').insert({}).select('id')).status).toBe(201);
    const two = await raw(server, '/counters?select=id', {
      method: 'POST',
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
      body: '[{},{}]',
    });
    expect(two).toMatchObject({
      status: 201,
      json: [{ id: expect.any(Number) }, { id: expect.any(Number) }],
    });
  });

  it('needs no right to read what it does not show', async () => {
    expect(await db.from('dropbox').insert({ id: 1, secret: 's' })).toMatchObject({
      status: 201,
      error: null,
    });
    // Not even for unreadable rows.
    expect(await db.from('dropbox').insert({ id: 3, secret: 's' }, { count: 'exact' })).toMatchObject({
      status: 201,
      count: 1,
    });
    expect((await db.from('dropbox').insert({ id: 2, secret: 's' }).select('id')).data).toEqual([{ id: 2 }]);
    // With representation the row must be one that may be read, and so must its columns.
    expect((await db.from('dropbox').insert({ id: 5, secret: 's' }).select('id')).error).toMatchObject({
      code: '42501',
    });
    expect((await db.from('dropbox').insert({ id: 6, secret: 's' }).select()).error).toMatchObject({
      code: '42501',
    });
    // Columns without the right to write them.
    expect((await db.from('dropbox').insert({ id: 8, note: 'x' })).error).toMatchObject({ code: '42501' });
    expect(await server.sql('select id from public.dropbox order by id')).toEqual([
      { id: 1 },
      { id: 2 },
      { id: 3 },
    ]);
  });

  it('is refused by a policy with 401 for strangers', async () => {
    const { error, status } = await db.from('dropbox').insert({ id: 13 });
    expect(status).toBe(401);
    expect(error).toMatchObject({ code: '42501', message: expect.stringContaining('row-level security') });
  });

  it('says where the row is with headers-only', async () => {
    const id = randomUUID();
    const answer = await raw(server, '/items', {
      method: 'POST',
      headers: { prefer: 'return=headers-only', 'content-type': 'application/json' },
      body: JSON.stringify({ id, name: 'located' }),
    });
    expect(answer).toMatchObject({ status: 201, text: '' });
    expect(answer.headers.get('location')).toBe(`/items?id=eq.${id}`);
    expect(answer.headers.get('preference-applied')).toBe('return=headers-only');
  });

  it('reports what the database refuses', async () => {
    await db.from('items').insert({ name: 'taken' });
    expect(await db.from('items').insert({ name: 'taken' })).toMatchObject({
      status: 409,
      error: {
        code: '23505',
        message: 'duplicate key value violates unique constraint "items_name_key"',
        details: 'Key (name)=(taken) already exists.',
        hint: null,
      },
    });
    expect(await db.from('items').insert({ name: 'x', hall_id: 99 })).toMatchObject({
      status: 409,
      error: { code: '23503' },
    });
    expect(await db.from('items').insert({ name: null })).toMatchObject({
      status: 400,
      error: { code: '23502' },
    });
    expect(await db.from('items').insert({ name: 'bad' })).toMatchObject({
      status: 400,
      error: { code: '23514' },
    });
    expect(await db.from('items').insert({ name: 'x', id: 'no uuid' })).toMatchObject({
      status: 400,
      error: { code: '22P02' },
    });
    expect(await db.from('items').insert({ name: 'x', nope: 1 })).toMatchObject({
      status: 400,
      error: { code: 'PGRST204', message: "Could not find the 'nope' column of 'items' in the schema cache" },
    });
    expect(await db.from('nope').insert({ a: 1 })).toMatchObject({
      status: 404,
      error: { code: 'PGRST205' },
    });
  });

  it('undoes everything when single() does not find one row', async () => {
    const { error, status } = await db
      .from('items')
      .insert([{ name: 'p' }, { name: 'q' }])
      .select()
      .single();
    expect({ status, error }).toMatchObject({
      status: 406,
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    });
    expect(await server.sql('select 1 from public.items')).toEqual([]);
  });
});

describe('upsert', () => {
  it('merges by the primary key or another unique one, and says whether something was new', async () => {
    const id = randomUUID();
    expect(await db.from('items').upsert({ id, name: 'first' }).select('name')).toMatchObject({
      status: 201,
    });
    const again = await db
      .from('items')
      .upsert({ id, name: 'renamed', kind: 'k' })
      .select('name,kind,id')
      .single();
    expect(again).toMatchObject({ status: 200, data: { name: 'renamed', kind: 'k', id } });
    const mixed = await db
      .from('items')
      .upsert(
        [
          { name: 'renamed', kind: 'm' },
          { name: 'new', kind: 'm' },
        ],
        { onConflict: 'name', count: 'exact' },
      )
      .select('name,kind');
    expect(mixed).toMatchObject({ status: 201, count: 2 });
    expect((await db.from('items').select('name,kind').order('name')).data).toEqual([
      { name: 'new', kind: 'm' },
      { name: 'renamed', kind: 'm' },
    ]);
    expect((await db.from('items').upsert({ name: 'renamed' }, { onConflict: 'name' })).status).toBe(200);
  });

  it('can leave duplicates alone', async () => {
    await db.from('items').insert({ name: 'kept', kind: 'old' });
    const answer = await db
      .from('items')
      .upsert(
        [
          { name: 'kept', kind: 'new' },
          { name: 'added', kind: 'new' },
        ],
        { onConflict: 'name', ignoreDuplicates: true },
      )
      .select('name');
    expect(answer).toMatchObject({ status: 201, data: [{ name: 'added' }] });
    expect((await db.from('items').select('kind').eq('name', 'kept').single()).data).toEqual({ kind: 'old' });
  });

  it('confirms what it did and refuses what is no key', async () => {
    const answer = await raw(server, '/items?on_conflict=name', {
      method: 'POST',
      headers: {
        prefer: 'resolution=merge-duplicates,return=minimal,count=exact',
        'content-type': 'application/json',
      },
      body: '{"name":"z"}',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('preference-applied')).toBe(
      'resolution=merge-duplicates, return=minimal, count=exact',
    );
    expect(answer.headers.get('content-range')).toBe('*/1');
    expect((await db.from('items').upsert({ name: 'z' }, { onConflict: 'kind' })).error).toMatchObject({
      code: '42P10',
    });
    expect((await db.from('items').upsert({ name: 'z' }, { onConflict: 'nope' })).error).toMatchObject({
      code: '42703',
    });
  });
});
