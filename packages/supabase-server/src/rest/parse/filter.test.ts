import { describe, expect, it } from 'vitest';
import { RestError } from '../rest-error.ts';
import type { Condition, Operation } from './ast.ts';
import { looksLikeFilter, parseFilterValue, parseLogic } from './filter.ts';
import { Budget, QUERY_LIMITS } from './limits.ts';

const parse = (value: string): Operation => parseFilterValue(value, new Budget());
const logic = (value: string): Condition => parseLogic('or', false, value, new Budget());

function refusal(run: () => unknown): RestError {
  try {
    run();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('a filter', () => {
  it('keeps the value as it is', () => {
    expect(parse('eq.a.b,c(d)')).toEqual({
      negated: false,
      test: { kind: 'compare', operator: 'eq', quantifier: null, value: 'a.b,c(d)' },
    });
    expect(parse('eq.')).toMatchObject({ test: { value: '' } });
  });

  it.each(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'match', 'imatch'])(
    'knows %s',
    (operator) => {
      expect(parse(`not.${operator}.x`)).toMatchObject({ negated: true, test: { operator, value: 'x' } });
    },
  );

  it.each(['cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'])('knows %s', (operator) => {
    expect(parse(`${operator}.[1,2)`)).toMatchObject({ test: { operator, value: '[1,2)' } });
  });

  it('knows any and all', () => {
    expect(parse('like(any).{*a,b*}')).toMatchObject({
      test: { operator: 'like', quantifier: 'any', value: '{*a,b*}' },
    });
    expect(parse('eq(all).{1}')).toMatchObject({ test: { quantifier: 'all' } });
    expect(refusal(() => parse('cs(any).{1}')).code).toBe('PGRST100');
  });

  it('knows is, whatever the case', () => {
    for (const value of ['null', 'not_null', 'true', 'false', 'unknown'] as const) {
      expect(parse(`is.${value.toUpperCase()}`).test).toEqual({ kind: 'is', value });
    }
    expect(refusal(() => parse('is.maybe')).details).toContain('null, not_null, true, false or unknown');
    expect(refusal(() => parse('is.nullx')).message).toContain('column 8');
  });

  it('knows isdistinct and full-text search with a configuration', () => {
    expect(parse('isdistinct.5').test).toEqual({ kind: 'distinct', value: '5' });
    expect(parse('fts.cat').test).toEqual({ kind: 'search', operator: 'fts', config: null, value: 'cat' });
    expect(parse('wfts(english).a b').test).toEqual({
      kind: 'search',
      operator: 'wfts',
      config: 'english',
      value: 'a b',
    });
  });

  it('reads lists as the client writes them', () => {
    const list = (value: string) => {
      const { test } = parse(value);
      return test.kind === 'in' ? test.values : null;
    };
    expect(list('in.(a,b)')).toEqual(['a', 'b']);
    expect(list('in.("a,b","(c)",d e)')).toEqual(['a,b', '(c)', 'd e']);
    expect(list('in.("quo\\"te","back\\\\slash")')).toEqual(['quo"te', 'back\\slash']);
    // Quotes within are not escaped by the client.
    expect(list('in.("a"b,c)')).toEqual(['"a"b', 'c']);
    expect(list('in.()')).toEqual([]);
    expect(list('in.(,)')).toEqual(['', '']);
    expect(list('in.("")')).toEqual(['']);
  });

  it.each([
    ['1', 1],
    ['noop.1', 1],
    ['not.1', 5],
    ['not.not.eq.1', 5],
    ['eq', 3],
    ['in.a', 4],
    ['in.(a', 6],
    ['in.(a)b', 7],
    ['EQ.1', 1],
    ["eq'.1", 3],
  ])('refuses %s and names column %i', (value, column) => {
    const error = refusal(() => parse(value));
    expect(error).toMatchObject({ status: 400, code: 'PGRST100' });
    expect(error.message).toBe(`"failed to parse filter (${value})" (line 1, column ${column})`);
  });

  it('is told from an argument of a function by its operator', () => {
    expect(['eq.1', 'not.in.(1)', 'like(any).{a}', 'fts(simple).a', 'is.null'].every(looksLikeFilter)).toBe(
      true,
    );
    expect(['1', 'eq', 'a.b', 'equal.1', '{1,2}', 'not.here', ''].some(looksLikeFilter)).toBe(false);
  });
});

describe('a logic tree', () => {
  it('nests and negates', () => {
    expect(logic('(a.eq.1,not.and(b.gt.2,c.not.is.null), d->>k.in.(x,y))')).toEqual({
      kind: 'group',
      negated: false,
      operator: 'or',
      conditions: [
        {
          kind: 'filter',
          field: { name: 'a', path: [] },
          negated: false,
          test: { kind: 'compare', operator: 'eq', quantifier: null, value: '1' },
        },
        {
          kind: 'group',
          negated: true,
          operator: 'and',
          conditions: [
            {
              kind: 'filter',
              field: { name: 'b', path: [] },
              negated: false,
              test: { kind: 'compare', operator: 'gt', quantifier: null, value: '2' },
            },
            {
              kind: 'filter',
              field: { name: 'c', path: [] },
              negated: true,
              test: { kind: 'is', value: 'null' },
            },
          ],
        },
        {
          kind: 'filter',
          field: { name: 'd', path: [{ arrow: '->>', key: 'k' }] },
          negated: false,
          test: { kind: 'in', values: ['x', 'y'] },
        },
      ],
    });
  });

  it('ends values at commas and parentheses unless they are quoted or in braces', () => {
    const condition = logic('(a.eq."x,y)",b.cs.{1,2},c.eq.z w,d.eq."half"open,e.cs.{)');
    const values =
      condition.kind === 'group'
        ? condition.conditions.map((c) =>
            c.kind === 'filter' && c.test.kind === 'compare' ? c.test.value : '',
          )
        : [];
    expect(values).toEqual(['x,y)', '{1,2}', 'z w', '"half"open', '{']);
  });

  it('lets columns be called and, or and not', () => {
    expect(logic('(and.eq.1,or.eq.2,not.eq.3)')).toMatchObject({
      conditions: [{ field: { name: 'and' } }, { field: { name: 'or' } }, { field: { name: 'not' } }],
    });
  });

  it.each([
    ['a.eq.1', 1],
    ['(a.eq.1', 8],
    ['()', 2],
    ['(a.eq.1)x', 9],
    ['(a.zz.1)', 4],
    ['(and(a.eq.1)', 13],
  ])('refuses %s at column %i', (value, column) => {
    expect(refusal(() => logic(value)).message).toContain(`column ${column})`);
  });

  it('bounds depth and number', () => {
    const nested = (depth: number) => `(${'and('.repeat(depth)}a.eq.1${')'.repeat(depth)})`;
    expect(logic(nested(QUERY_LIMITS.filterDepth - 1))).toMatchObject({ kind: 'group' });
    expect(refusal(() => logic(nested(QUERY_LIMITS.filterDepth))).details).toMatch(/at most 16 deep/);
    expect(refusal(() => logic(nested(100_000))).details).toMatch(/at most 16 deep/);
    expect(refusal(() => logic(`(${'a.eq.1,'.repeat(QUERY_LIMITS.filters)}a.eq.1)`)).details).toMatch(
      /at most 500 filters/,
    );
    expect(refusal(() => parse(`in.(${'1,'.repeat(QUERY_LIMITS.listValues)}1)`)).details).toMatch(
      /5000 list values/,
    );
  });
});
