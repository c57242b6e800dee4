import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { raw, startRestServer, withMaxAffected } from './fixture.ts';

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer({ STATEMENT_TIMEOUT_MS: '1500' });
  db = server.client();
});
afterAll(() => server.stop());

describe('a function', () => {
  it('gives a value as bare JSON', async () => {
    expect(await db.rpc('add_numbers', { a: 2, b: 3 })).toMatchObject({ data: 5, status: 200 });
    expect((await db.rpc('add_numbers', { a: 2 })).data).toBe(12);
    expect((await db.rpc('add_numbers', { a: null, b: 1 })).data).toBeNull();
    expect((await db.rpc('greet', { name: '名 "quoted"' })).data).toBe('hello 名 "quoted"');
    expect((await db.rpc('echo_json', { payload: { a: [1, { b: null }] } })).data).toEqual({
      a: [1, { b: null }],
    });
    expect((await db.rpc('first_tag', { tags: ['x,y', 'z'] })).data).toBe('x,y');
  });

  it('gives a row as an object and rows as an array', async () => {
    expect((await db.rpc('one_firm', { firm_id: 1 })).data).toMatchObject({ id: 1, name: 'Orchid Group' });
    expect((await db.rpc('pair')).data).toEqual({ low: 1, high: 2 });
    expect((await db.rpc('numbers', { up_to: 3 })).data).toEqual([1, 2, 3]);
    expect((await db.rpc('hall_stats')).data).toEqual([
      { hall: 'Empty', stands: 0 },
      { hall: 'North', stands: 2 },
      { hall: 'South', stands: 1 },
    ]);
  });

  it('gives nothing with 204', async () => {
    expect(await db.rpc('nothing')).toMatchObject({ status: 204, data: null, error: null });
    const renamed = await db.rpc('rename_hall', { hall: 3, new_name: 'Hollow' });
    const hall = await db.from('halls').select('name').eq('id', 3).single();
    // Other tests read all halls.
    await db.rpc('rename_hall', { hall: 3, new_name: 'Empty' });
    expect(renamed).toMatchObject({ status: 204 });
    expect(hall.data).toEqual({ name: 'Hollow' });
  });

  it('may be asked with GET and HEAD, which cannot write', async () => {
    expect((await db.rpc('add_numbers', { a: 2, b: 3 }, { get: true })).data).toBe(5);
    expect((await db.rpc('first_tag', { tags: ['x', 'y'] }, { get: true })).data).toBe('x');
    const write = await db.rpc('rename_hall', { hall: 3, new_name: 'Nope' }, { get: true });
    expect(write).toMatchObject({ status: 405, error: { code: '25006' } });
    expect(await db.rpc('all_firms', {}, { head: true, count: 'exact' })).toMatchObject({
      count: 4,
      data: null,
      status: 200,
    });
    const fallback = await db.rpc('echo_json', { payload: { a: 1 } }, { head: true, count: 'exact' });
    expect(fallback).toMatchObject({ data: null, count: 1, error: null });
  });

  it('takes lists for its last parameter', async () => {
    expect((await raw(server, '/rpc/total?amounts=1&amounts=2&amounts=39')).json).toBe(42);
    expect((await db.rpc('total', { amounts: [1, 2, 3] })).data).toBe(6);
  });

  it('may take the whole body', async () => {
    const answer = await raw(server, '/rpc/whole_body', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '[1, {"b": 12345678901234567890}]',
    });
    expect(answer.text).toBe('[1, {"b": 12345678901234567890}]');
  });

  it('is chosen among its overloads by its arguments', async () => {
    expect((await db.rpc('overloaded', { a: 1 })).data).toBe('one');
    expect((await db.rpc('overloaded', { a: 1, b: 2 })).data).toBe('two');
  });

  it('may be missing', async () => {
    expect(await db.rpc('add_number', { a: 1 })).toMatchObject({
      status: 404,
      error: {
        code: 'PGRST202',
        message: 'Could not find the function public.add_number(a) in the schema cache',
        hint: 'Perhaps you meant to call the function public.add_numbers',
      },
    });
    expect((await db.rpc('add_numbers', { x: 1 })).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
    });
    expect((await raw(server, '/rpc/add_numbers', { method: 'PATCH' })).json).toMatchObject({
      code: 'PGRST101',
    });
    expect((await db.rpc('add_numbers', { a: 'x' })).error).toMatchObject({ code: '22P02' });
  });
});

describe('rows of a function', () => {
  it('are selected, filtered, embedded, ordered and counted like a table', async () => {
    const { data, count, status } = await db
      .rpc('all_firms', undefined, { count: 'exact' })
      .select('name,topics(title),stands!inner(label)')
      .gt('id', 1)
      .order('id', { ascending: false })
      .limit(1);
    expect({ data, count, status }).toEqual({
      data: [{ name: 'Lone "Wolf"', topics: [], stands: { label: 'Silk scarves' } }],
      count: 2,
      status: 206,
    });
    expect((await db.rpc('all_firms').select('id').eq('id', 2).single()).data).toEqual({ id: 2 });
    expect((await db.rpc('all_firms').select('id').single()).error).toMatchObject({ code: 'PGRST116' });
    expect((await db.rpc('hall_stats').select('hall').gt('stands', 0)).data).toEqual([
      { hall: 'North' },
      { hall: 'South' },
    ]);
    expect((await db.rpc('one_firm', { firm_id: 2 }).select('name,parent_id(name)')).data).toEqual({
      name: 'Orchid Cups',
      parent_id: { name: 'Orchid Group' },
    });
    expect((await db.rpc('numbers', { up_to: 5 }, { count: 'exact' }).range(1, 2)).data).toEqual([2, 3]);
    expect((await raw(server, '/rpc/all_firms?id=in.(1,2)&select=id&order=id')).json).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect((await raw(server, '/rpc/one_firm?firm_id=1&select=id&id=eq.1')).json).toEqual({ id: 1 });
  });

  it('may not be more than allowed, and then nothing happened', async () => {
    const tooMany = await withMaxAffected(db.rpc('add_hall_and_fail', { hall: 50 }), 1);
    expect(tooMany.error).toMatchObject({ code: 'PGRST124' });
    expect((await db.rpc('add_hall_and_fail', { hall: 50 }).single()).error).toMatchObject({
      code: 'PGRST116',
    });
    expect((await db.from('halls').select('id').gte('id', 50)).data).toEqual([]);
    expect((await withMaxAffected(db.rpc('add_numbers', { a: 1 }), 1)).error).toMatchObject({
      code: 'PGRST128',
    });
  });

  it('are cut at the largest answer', async () => {
    expect((await db.rpc('numbers', { up_to: 5000 })).data).toHaveLength(1000);
  });
});

describe('SQL', () => {
  it('may refuse with a status of its choice', async () => {
    expect(await db.rpc('refuse', { state: 'P0001' })).toMatchObject({
      status: 400,
      error: { code: 'P0001', message: 'refused on purpose', details: 'the detail', hint: 'the hint' },
    });
    expect((await db.rpc('refuse', { state: 'PT418' })).status).toBe(418);
    expect((await db.rpc('refuse', { state: '42501' })).status).toBe(401);
    expect((await db.rpc('refuse', { state: '40001' })).status).toBe(500);
    const raised = await raw(server, '/rpc/refuse', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"state":"PGRST"}',
    });
    expect(raised).toMatchObject({
      status: 418,
      json: { code: 'teapot', message: 'short and stout', details: 'd', hint: 'h' },
    });
    expect(raised.headers.get('x-brew')).toBe('tea');
    expect(raised.headers.get('proxy-status')).toBe('PostgREST; error=teapot');
  });

  it('may set the status and the headers of its answer', async () => {
    const ask = (status: string, headers: string) =>
      raw(server, '/rpc/answer_as', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status, headers }),
      });
    const answer = await ask('202', '[{"X-Own":"1"},{"cache-control":"max-age=5"}]');
    expect(answer).toMatchObject({ status: 202, json: 'set' });
    expect(answer.headers.get('x-own')).toBe('1');
    expect(answer.headers.get('cache-control')).toBe('max-age=5');
    expect(await ask('', '')).toMatchObject({ status: 200 });
    expect((await ask('9999', '')).json).toMatchObject({ code: 'PGRST112' });
    expect((await ask('', '{"a":1}')).json).toMatchObject({ code: 'PGRST111' });
    expect((await ask('', '[{"X-A":"b\\r\\nSet-Cookie: c=d"}]')).json).toMatchObject({ code: 'PGRST111' });
    expect(await ask('204', '')).toMatchObject({ status: 204, text: '' });
  });

  it('knows the request, but not its secrets', async () => {
    const setting = async (name: string) =>
      (await db.rpc('request_setting', { setting: name })).data as string;
    expect(await setting('method')).toBe('POST');
    expect(await setting('path')).toBe('/rpc/request_setting');
    expect(JSON.parse(await setting('jwt.claims'))).toEqual({ role: 'anon' });
    const headers = JSON.parse(await setting('headers'));
    expect(headers).toMatchObject({ 'x-client-info': expect.stringContaining('supabase-js') });
    expect(Object.keys(headers)).not.toContain('authorization');
    expect(Object.keys(headers)).not.toContain('apikey');
    const cookies = await raw(server, '/rpc/request_setting?setting=headers', { headers: { cookie: 'a=b' } });
    expect(cookies.text).not.toContain('a=b');
  });

  it('is given up after a while', async () => {
    expect(await db.rpc('sleep_long')).toMatchObject({ status: 500, error: { code: '57014' } });
  });
});
