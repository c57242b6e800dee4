import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestServer } from '../harness.ts';
import { idsOf, raw, startRestServer } from './fixture.ts';

let server: TestServer;
let db: SupabaseClient;
beforeAll(async () => {
  server = await startRestServer();
  db = server.client();
});
afterAll(() => server.stop());

describe('filters', () => {
  it('compare', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await idsOf(firms().eq('name', 'Orchid Cups'))).toEqual([2]);
    expect(await idsOf(firms().neq('id', 2))).toEqual([1, 3, 4]);
    expect(await idsOf(firms().gt('revenue', 50))).toEqual([1]);
    expect(await idsOf(firms().gte('revenue', '50'))).toEqual([1, 2]);
    expect(await idsOf(firms().lt('id', 2))).toEqual([1]);
    expect(await idsOf(firms().lte('id', 2).gte('id', 2))).toEqual([2]);
    expect(await idsOf(firms().match({ name: 'Orchid Cups', parent_id: 1 }))).toEqual([2]);
    expect(await idsOf(firms().eq('big', '9007199254740993'))).toEqual([1]);
  });

  it('compare texts by pattern', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await idsOf(firms().like('name', 'Orchid%'))).toEqual([1, 2]);
    expect(await idsOf(firms().like('name', 'Orchid*s'))).toEqual([2]);
    expect(await idsOf(firms().ilike('name', '%ORCHID%'))).toEqual([1, 2]);
    expect(await idsOf(firms().likeAnyOf('name', ['%Cups', '%Wolf%']))).toEqual([2, 4]);
    expect(await idsOf(firms().ilikeAllOf('name', ['orchid%', '%group']))).toEqual([1]);
    expect(await idsOf(firms().regexMatch('name', '^Orchid C'))).toEqual([2]);
    expect(await idsOf(firms().regexIMatch('name', '^ORCHID C'))).toEqual([2]);
  });

  it('know null, true and false', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await idsOf(firms().is('active', null))).toEqual([4]);
    expect(await idsOf(firms().is('active', true))).toEqual([1, 2]);
    expect(await idsOf(firms().is('active', false))).toEqual([3]);
    expect(await idsOf(firms().not('active', 'is', null))).toEqual([1, 2, 3]);
    expect(await idsOf(firms().filter('active', 'is', 'not_null'))).toEqual([1, 2, 3]);
    expect(await idsOf(firms().isDistinct('parent_id', 1))).toEqual([1, 4]);
    expect(await idsOf(firms().filter('active', 'is', 'unknown'))).toEqual([4]);
    expect(await idsOf(firms().not('active', 'is', true))).toEqual([3, 4]);
    expect((await firms().filter('active', 'is', 'perhaps')).error).toMatchObject({ code: 'PGRST100' });
  });

  it('look into lists', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await idsOf(firms().in('id', [1, 3, 77]))).toEqual([1, 3]);
    expect(await idsOf(firms().in('name', ['Bolt, Nut (and) Co', 'Lone "Wolf"']))).toEqual([3, 4]);
    expect(await idsOf(firms().in('id', []))).toEqual([]);
    expect(await idsOf(firms().notIn('id', [1, 3]))).toEqual([2, 4]);
    expect(await idsOf(firms().not('id', 'in', '(1,3)'))).toEqual([2, 4]);
  });

  it('look into arrays, JSON and ranges', async () => {
    const stands = () => db.from('stands').select('id:number').eq('hall_id', 1);
    expect(await idsOf(stands().contains('tags', ['red']))).toEqual([1]);
    expect(await idsOf(stands().containedBy('tags', ['blue', 'green']))).toEqual([2]);
    expect(await idsOf(stands().overlaps('tags', ['red', 'green']))).toEqual([1]);
    expect(await idsOf(stands().contains('meta', { size: 'large' }))).toEqual([1]);
    expect(await idsOf(stands().eq('meta->>size', 'small'))).toEqual([2]);
    expect(await idsOf(stands().gt('meta->lights->count', 5))).toEqual([2]);
    expect(await idsOf(stands().contains('hours', '[10,11)'))).toEqual([1, 2]);
    expect(await idsOf(stands().containedBy('hours', '[10,14)'))).toEqual([2]);
    expect(await idsOf(stands().rangeGt('hours', '[1,9)'))).toEqual([1, 2]);
    expect(await idsOf(stands().rangeGte('hours', '[10,20)'))).toEqual([2]);
    expect(await idsOf(stands().rangeLt('hours', '[12,20)'))).toEqual([2]);
    expect(await idsOf(stands().rangeLte('hours', '[1,12)'))).toEqual([2]);
    expect(await idsOf(stands().rangeAdjacent('hours', '[17,20)'))).toEqual([1]);
    expect(await idsOf(stands().overlaps('hours', '[16,20)'))).toEqual([1]);
    expect(await idsOf(stands().in('mood', ['busy']))).toEqual([1]);
    expect(await idsOf(stands().eq('code', 'N2'))).toEqual([2]);
  });

  it('search texts', async () => {
    const stands = () => db.from('stands').select('id:number').eq('hall_id', 1);
    expect(await idsOf(stands().textSearch('words', 'cup & ceramic'))).toEqual([1]);
    expect(
      await idsOf(stands().textSearch('words', 'steel bolts', { type: 'plain', config: 'english' })),
    ).toEqual([2]);
    expect(await idsOf(stands().textSearch('label', 'bolts or cups', { type: 'websearch' }))).toEqual([1, 2]);
    expect(
      await idsOf(stands().textSearch('label', 'ceramic cups', { type: 'phrase', config: 'simple' })),
    ).toEqual([1]);
    expect((await stands().textSearch('label', 'x', { config: 'no_such_language' })).error).toMatchObject({
      code: '42704',
    });
  });

  it('combine with or, and, not', async () => {
    const firms = () => db.from('firms').select('id');
    expect(await idsOf(firms().or('id.eq.1,name.like.*Cups'))).toEqual([1, 2]);
    expect(await idsOf(firms().or('id.eq.1,and(id.gt.2,active.is.null)'))).toEqual([1, 4]);
    expect(await idsOf(firms().or('name.eq."Bolt, Nut (and) Co",id.in.(1,2)'))).toEqual([1, 2, 3]);
    expect(await idsOf(firms().or('id.eq.1,id.eq.2').or('id.eq.2,id.eq.3'))).toEqual([2]);
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
