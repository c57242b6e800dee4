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

const post = (path: string, contentType: string, body: string | Uint8Array<ArrayBuffer>) =>
  raw(server, path, { method: 'POST', headers: { 'content-type': contentType }, body });

describe('arguments', () => {
  it('may be left out where there is a default', async () => {
    expect((await db.rpc('add_numbers', { a: 1 })).data).toBe(11);
    expect((await db.rpc('add_numbers', { a: 1, b: 5 })).data).toBe(6);
    expect((await db.rpc('add_numbers', { b: 1 })).error).toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function public.add_numbers(a, b)',
    });
    expect((await db.rpc('add_numbers', { a: 1, nope: 2 })).error?.code).toBe('PGRST202');
  });

  it('may be lists at the end, in a body and in a URL', async () => {
    expect((await db.rpc('spread', { a: 1, b: 2, rest: [7, 8] })).data).toBe('1-2-7+8');
    expect((await db.rpc('spread', { a: 1, b: 2, rest: [] })).data).toBe('1-2-');
    expect((await raw(server, '/rpc/spread?a=1&b=2&rest=7&rest=8')).json).toBe('1-2-7+8');
    expect((await raw(server, '/rpc/spread?a=1&b=2&rest=7')).json).toBe('1-2-7');
  });

  it('may be rows, lists of rows, enums and domains', async () => {
    const stand = { hall_id: 9, number: 9, label: 'From outside', hours: '[1,2)', meta: { a: [1] } };
    expect((await db.rpc('label_of', { stand })).data).toBe('From outside');
    const halls = [
      { id: 1, name: 'A' },
      { id: 2, name: 'B,"' },
    ];
    expect((await db.rpc('names_of', { halls })).data).toEqual(['A', 'B,"']);
    expect((await db.rpc('moods', { moods: ['busy', 'calm'], codes: ['N1'] })).data).toEqual([
      'busy',
      'calm',
    ]);
    expect((await db.rpc('moods', { moods: ['calm'] }, { get: true })).data).toEqual(['calm']);
    expect((await db.rpc('moods', { moods: ['furious'] })).error).toMatchObject({ code: '22P02' });
    expect((await db.rpc('moods', { moods: [], codes: ['far too long'] })).error).toMatchObject({
      code: '23514',
    });
  });

  it('may be null, and are given once each', async () => {
    expect((await db.rpc('echo_json', { payload: null })).data).toBeNull();
    expect((await db.rpc('greet', { name: null })).data).toBeNull();
    expect((await raw(server, '/rpc/greet?name=a&name=b')).json).toBe('hello b');
    expect((await post('/rpc/greet', 'application/json', '{"name":"a","name":"b"}')).status).toBe(200);
  });

  it('leave no doubt which function is meant', async () => {
    expect((await db.rpc('either', { a: 1, b: 'y' })).data).toBe('first');
    expect((await db.rpc('either', { a: 1, c: 6 })).data).toBe('second');
    const { error, status } = await db.rpc('either', { a: 1 });
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST203',
      message: expect.stringContaining('public.either(a => integer, b => text)'),
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  });
});

describe('a whole body', () => {
  it('is the only argument of a function that takes JSON, text or bytes', async () => {
    expect((await post('/rpc/whole_body', 'application/json', '{"a":[1]}')).json).toEqual({ a: [1] });
    // The official client sends nothing but JSON objects.
    expect((await db.rpc('whole_body', { any: 'keys' })).data).toEqual({ any: 'keys' });
    expect((await post('/rpc/whole_text', 'text/plain', `it's "text"`)).json).toBe(`text: it's "text"`);
    expect((await post('/rpc/whole_text', 'text/plain; charset=utf-8', '')).json).toBe('text: ');
    const bytes = new Uint8Array([0, 255, 10, 0]);
    expect((await post('/rpc/whole_bytes', 'application/octet-stream', bytes)).json).toBe(4);
  });

  it('is also what a key without a name brings', async () => {
    expect((await db.rpc('whole_text', { '': 'x' })).data).toBe('text: {"":"x"}');
    expect((await db.rpc('whole_or_none', { '': 'x' })).data).toBe('{"":"x"}');
    expect((await db.rpc('whole_or_none')).data).toBe('none');
    expect((await raw(server, '/rpc/whole_text?=x')).json).toMatchObject({ code: 'PGRST202' });
  });

  it('can only be JSON, text, XML or bytes: any other single parameter needs a name', async () => {
    expect((await db.rpc('whole_number', { '': 1 })).error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function public.whole_number() in the schema cache',
    });
  });

  it('of another type finds no function', async () => {
    const answer = await post('/rpc/whole_text', 'application/octet-stream', 'x');
    expect(answer).toMatchObject({
      status: 404,
      json: {
        code: 'PGRST202',
        message: 'Could not find the function public.whole_text in the schema cache',
        details:
          'Searched for the function public.whole_text with a single unnamed bytea parameter, but no matches were found in the schema cache.',
      },
    });
    expect(await post('/rpc/add_numbers', 'text/plain', '1')).toMatchObject({ status: 404 });
    expect(await post('/rpc/add_numbers', 'image/png', '1')).toMatchObject({
      status: 400,
      json: { code: 'PGRST102' },
    });
  });

  it('may be a form with the names of the arguments', async () => {
    const answer = await post('/rpc/add_numbers', 'application/x-www-form-urlencoded', 'a=40&b=2');
    expect(answer.json).toBe(42);
  });
});

describe('a result', () => {
  it('of a table of no name has the columns that the function names', async () => {
    const { data } = await db.rpc('made_by').select('name').eq('id', 2);
    expect(data).toEqual([{ name: 'Orchid Cups' }]);
  });

  it('of rows of an undescribed type is refused by the database', async () => {
    expect((await db.rpc('any_record')).error).toMatchObject({ code: '42601' });
  });

  it('comes in each form', async () => {
    expect((await db.rpc('hall_stats').csv()).data).toBe('hall,stands\nEmpty,0\nNorth,2\nSouth,1');
    expect((await db.rpc('hall_stats').eq('hall', 'North').single()).data).toEqual({
      hall: 'North',
      stands: 2,
    });
    expect(await db.rpc('hall_stats').eq('hall', 'Nope').maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    const stripped = await db.rpc('one_firm', { firm_id: 4 }).select('id,parent_id').single().stripNulls();
    expect(stripped.data).toEqual({ id: 4 });
  });

  it('is counted with and without its rows', async () => {
    const firms = await db.rpc('all_firms', {}, { count: 'exact', get: true }).limit(1);
    expect(firms).toMatchObject({ count: 4, status: 206 });
    const planned = await db.rpc('all_firms', {}, { count: 'planned' }).limit(1);
    expect(planned.count).toBe(4);
    const head = await db.rpc('hall_stats', {}, { head: true, count: 'exact' }).gt('stands', 0);
    expect(head).toMatchObject({ count: 2, data: null });
  });
});
