import { postgresChangesFilter } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { FilterError, parseFilter } from './filter-syntax.ts';

describe('parseFilter', () => {
  it('reads column, operator and value', () => {
    expect(parseFilter('session_id=eq.0b5e')).toEqual([
      { column: 'session_id', negated: false, operator: 'eq', values: ['0b5e'] },
    ]);
  });

  it('has no conditions when empty', () => {
    expect(parseFilter('')).toEqual([]);
    expect(parseFilter('  ')).toEqual([]);
  });

  it('keeps dots, equals signs and parentheses of a value', () => {
    expect(parseFilter('site=eq.a=b.c(d)')[0]?.values).toEqual(['a=b.c(d)']);
  });

  it('negates', () => {
    expect(parseFilter('status=not.in.(a,b)')).toEqual([
      { column: 'status', negated: true, operator: 'in', values: ['a', 'b'] },
    ]);
  });

  it('takes commas as AND, outside of quotes and lists', () => {
    const conditions = parseFilter('a=eq."x,\\"y\\"",b=in.(1,"2,3",4),c=not.is.null');
    expect(conditions.map(({ column, values }) => [column, values])).toEqual([
      ['a', ['x,"y"']],
      ['b', ['1', '2,3', '4']],
      ['c', ['null']],
    ]);
  });

  it('knows null only for isdistinct', () => {
    expect(parseFilter('a=isdistinct.null')[0]?.values).toEqual([null]);
    expect(parseFilter('a=isdistinct."null"')[0]?.values).toEqual(['null']);
    expect(parseFilter('a=eq.null')[0]?.values).toEqual(['null']);
  });

  it('reads what the official filter builder writes', () => {
    const built = postgresChangesFilter()
      .eq('name', 'Smith, "John" (\\)')
      .in('id', [1, 2, 3])
      .not('note', 'like', '50%, off')
      .isDistinct('gone', null)
      .build();
    expect(parseFilter(built).map(({ values }) => values)).toEqual([
      ['Smith, "John" (\\)'],
      ['1', '2', '3'],
      ['50%, off'],
      [null],
    ]);
  });

  it.each([
    'name',
    '=eq.1',
    'name=1',
    'name=eq',
    'name=similar.x',
    'name=eq.a,b',
    'name=in.a',
    'name=in.()',
    'name=in.(a',
    'name=eq."a',
    'name=eq."a"b',
    `name=in.(${Array.from({ length: 101 }, (_, i) => i).join(',')})`,
    `name=eq.${'x'.repeat(4001)}`,
    'name=like.a,name=ilike.b,name=match.c,name=not.imatch.d',
  ])('refuses %s', (filter) => {
    expect(() => parseFilter(filter)).toThrow(FilterError);
  });
});
