import { describe, expect, it } from 'vitest';
import { RestError } from '../rest-error.ts';
import type { EmbedItem } from './ast.ts';
import { Budget } from './limits.ts';
import { parseOrder } from './order.ts';
import { splitQueryString } from './query-string.ts';
import { parseRestQuery } from './rest-query.ts';

function refusal(run: () => unknown): RestError {
  try {
    run();
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('a query string', () => {
  it('is decoded as forms are', () => {
    expect(splitQueryString('a=1+2&b=%2B%25&%22x%22=%E5%90%8D&empty=&alone')).toEqual([
      ['a', '1 2'],
      ['b', '+%'],
      ['"x"', '名'],
      ['empty', ''],
    ]);
  });

  it('is refused when it is no UTF-8 or holds NUL', () => {
    expect(refusal(() => splitQueryString('a=%ff'))).toMatchObject({ status: 400, code: 'PGRST100' });
    expect(refusal(() => splitQueryString('a=%ED%A0%80'))).toMatchObject({ code: 'PGRST100' });
    expect(refusal(() => splitQueryString('a=eq.%00'))).toMatchObject({ status: 400, code: '22021' });
    expect(refusal(() => splitQueryString('a%00b=eq.1'))).toMatchObject({ code: '22021' });
  });
});

describe('a request for rows', () => {
  it('selects everything by default', () => {
    expect(parseRestQuery('')).toEqual({
      root: { select: [{ kind: 'star' }], where: [], order: [], limit: null, offset: null },
      columns: null,
      onConflict: null,
      args: [],
    });
  });

  it('puts each parameter where its name says', () => {
    const { root } = parseRestQuery(
      'select=id,vendor:profiles(name,firm(id))&id=gt.1&id=lt.9&vendor.name=eq.x&vendor.firm.order=id.desc' +
        '&vendor.firm.limit=3&vendor.firm.offset=4&vendor.or=(a.eq.1,b.eq.2)&vendor.not.and=(c.eq.3)&order=id&limit=5',
    );
    const vendor = root.select[1] as EmbedItem;
    const firm = vendor.node.select[1] as EmbedItem;
    expect(root.where).toHaveLength(2);
    expect(root).toMatchObject({
      limit: 5,
      offset: null,
      order: [{ field: { name: 'id' }, descending: false }],
    });
    expect(vendor.node.where).toMatchObject([
      { kind: 'filter', field: { name: 'name' } },
      { kind: 'group', operator: 'or', negated: false },
      { kind: 'group', operator: 'and', negated: true },
    ]);
    expect(firm.node).toMatchObject({ limit: 3, offset: 4, order: [{ descending: true }] });
  });

  it('filters by quoted names and JSON paths', () => {
    const { root } = parseRestQuery('%22a.b%22=eq.1&data-%3Ek-%3E%3El=eq.2');
    expect(root.where).toMatchObject([
      { field: { name: 'a.b', path: [] } },
      { field: { name: 'data', path: [{ key: 'k' }, { arrow: '->>', key: 'l' }] } },
    ]);
  });

  it('reads columns and on_conflict', () => {
    expect(parseRestQuery('columns=%22a%22,%22b%20c%22&on_conflict=x,y')).toMatchObject({
      columns: ['a', 'b c'],
      onConflict: ['x', 'y'],
    });
  });

  it('tells arguments from filters where a function is called', () => {
    const query = parseRestQuery('a=1&b={1,2}&id=eq.3&limit=2&b=4', true);
    expect(query.args).toEqual([
      ['a', '1'],
      ['b', '{1,2}'],
      ['b', '4'],
    ]);
    expect(query.root.where).toHaveLength(1);
    expect(refusal(() => parseRestQuery('a=1'))).toMatchObject({ code: 'PGRST100' });
  });

  it('refuses what it cannot place', () => {
    expect(refusal(() => parseRestQuery('select=id&vendor.name=eq.x'))).toMatchObject({
      status: 400,
      code: 'PGRST108',
      message: "'vendor' is not an embedded resource in this request",
    });
    // An alias is the name.
    expect(refusal(() => parseRestQuery('select=v:vendor(id)&vendor.name=eq.x')).code).toBe('PGRST108');
    expect(refusal(() => parseRestQuery('limit=-1'))).toMatchObject({ status: 416, code: 'PGRST103' });
    expect(refusal(() => parseRestQuery('limit=ten'))).toMatchObject({ status: 400, code: 'PGRST100' });
    expect(refusal(() => parseRestQuery('a..b=eq.1')).message).toContain(
      '"failed to parse tree path (a..b)" (line 1, column 3)',
    );
    expect(refusal(() => parseRestQuery('on_conflict=a,')).code).toBe('PGRST100');
  });
});

describe('an order', () => {
  const parse = (text: string) => parseOrder(text, new Budget());

  it('has directions and places for nulls', () => {
    expect(parse('a, b.asc,c.desc.nullslast,d.nullsfirst')).toMatchObject([
      { field: { name: 'a' }, descending: false, nulls: null },
      { field: { name: 'b' }, descending: false },
      { field: { name: 'c' }, descending: true, nulls: 'last' },
      { field: { name: 'd' }, descending: false, nulls: 'first' },
    ]);
  });

  it('reaches into JSON and embedded tables', () => {
    expect(parse('data->>k.desc,vendor(name).asc,"o,dd"(x)')).toMatchObject([
      { field: { name: 'data', path: [{ key: 'k' }] }, relation: null, descending: true },
      { field: { name: 'name' }, relation: 'vendor' },
      { field: { name: 'x' }, relation: 'o,dd' },
    ]);
  });

  it.each([
    ['a.up', 2],
    ['a.desc.asc', 7],
    ['a;drop', 2],
    ['v(name', 7],
    ['', 1],
  ])('refuses %s at column %i', (text, column) => {
    expect(refusal(() => parse(text)).message).toContain(`column ${column})`);
  });
});
