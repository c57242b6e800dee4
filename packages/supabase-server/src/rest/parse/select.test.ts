import { describe, expect, it } from 'vitest';
import { RestError } from '../rest-error.ts';
import type { EmbedItem, FieldItem, SelectItem } from './ast.ts';
import { Budget, QUERY_LIMITS } from './limits.ts';
import { parseSelect } from './select.ts';

const parse = (text: string): SelectItem[] => parseSelect(text, new Budget());

function field(name: string, more: Partial<FieldItem> = {}): FieldItem {
  return {
    kind: 'field',
    alias: null,
    field: { name, path: [] },
    cast: null,
    aggregate: null,
    aggregateCast: null,
    ...more,
  };
}

function refusal(text: string): RestError {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof RestError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
}

describe('select', () => {
  it('reads columns, aliases, casts and the star', () => {
    expect(parse('*')).toEqual([{ kind: 'star' }]);
    expect(parse('id,n:name,age::text,x:y::double precision')).toEqual([
      field('id'),
      field('name', { alias: 'n' }),
      field('age', { cast: 'text' }),
      field('y', { alias: 'x', cast: 'double precision' }),
    ]);
  });

  it('reads names with dashes, spaces, quotes and letters of any script', () => {
    const names = parse('dash-ed,with space,"a,b.c:d(e)","q\\"d",名前,عربي,_x$1').map((item) =>
      item.kind === 'field' ? item.field?.name : null,
    );
    expect(names).toEqual(['dash-ed', 'with space', 'a,b.c:d(e)', 'q"d', '名前', 'عربي', '_x$1']);
  });

  it('reads JSON paths of keys and indexes', () => {
    expect(parse('data->a->>b,l:list->-1->"odd.key"->2x::int')).toEqual([
      field('data', {
        field: {
          name: 'data',
          path: [
            { arrow: '->', key: 'a' },
            { arrow: '->>', key: 'b' },
          ],
        },
      }),
      field('list', {
        alias: 'l',
        cast: 'int',
        field: {
          name: 'list',
          path: [
            { arrow: '->', key: -1 },
            { arrow: '->', key: 'odd.key' },
            { arrow: '->', key: '2x' },
          ],
        },
      }),
    ]);
  });

  it('reads aggregates', () => {
    expect(parse('count(),n:count(),amount.sum(),a:amount::int.avg()::text')).toEqual([
      field('x', { field: null, aggregate: 'count' }),
      field('x', { field: null, aggregate: 'count', alias: 'n' }),
      field('amount', { aggregate: 'sum' }),
      field('amount', { aggregate: 'avg', alias: 'a', cast: 'int', aggregateCast: 'text' }),
    ]);
  });

  it('reads embedded resources with hints and joins in either order, nested and spread', () => {
    const [vendor, hinted, spread] = parse(
      'vendor:profiles!sessions_vendor_id_fkey(id,company(name)),messages!inner!fk(*),...badges!left(serial)',
    ) as [EmbedItem, EmbedItem, EmbedItem];
    expect(vendor).toMatchObject({
      alias: 'vendor',
      target: 'profiles',
      hint: 'sessions_vendor_id_fkey',
      join: 'left',
      spread: false,
    });
    expect(vendor.node.select).toMatchObject([field('id'), { kind: 'embed', target: 'company' }]);
    expect(hinted).toMatchObject({ target: 'messages', hint: 'fk', join: 'inner' });
    expect(spread).toMatchObject({ target: 'badges', spread: true, join: 'left', alias: null });
  });

  it('takes empty lists', () => {
    expect(parse('')).toEqual([]);
    expect((parse('vendor()')[0] as EmbedItem).node.select).toEqual([]);
  });

  it.each([
    ['id,', 4, 'end of input'],
    ['id,,name', 4, '","'],
    ['clients(name[])', 13, '"["'],
    ['id)', 3, '")"'],
    ['vendor(id', 10, 'end of input'],
    ['a::', 4, 'end of input'],
    ['name::te;xt', 9, '";"'],
    ['a.median()', 2, '"."'],
    ['"unclosed', 1, '"""'],
    ['a->', 4, 'end of input'],
    ['a b!x!y!z(id)', 7, '"y"'],
    ['...', 4, 'end of input'],
  ])('refuses %s and names column %i', (text, column, unexpected) => {
    const error = refusal(text);
    expect(error).toMatchObject({ status: 400, code: 'PGRST100' });
    expect(error.message).toBe(`"failed to parse select parameter (${text})" (line 1, column ${column})`);
    expect(error.details).toContain(`unexpected ${unexpected} expecting`);
  });

  it('bounds depth, embeds and fields', () => {
    const nested = (depth: number) => `${'a('.repeat(depth)}id${')'.repeat(depth)}`;
    expect(parse(nested(QUERY_LIMITS.embedDepth))).toHaveLength(1);
    expect(refusal(nested(QUERY_LIMITS.embedDepth + 1)).details).toMatch(/nested at most 8 deep/);
    const wide = (count: number) => Array.from({ length: count }, (_, n) => `e${n}()`).join(',');
    expect(parse(wide(QUERY_LIMITS.embeds))).toHaveLength(QUERY_LIMITS.embeds);
    expect(refusal(wide(QUERY_LIMITS.embeds + 1)).details).toMatch(/at most 16 embedded resources/);
    const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`).join(',');
    const level = QUERY_LIMITS.selectItemsPerLevel;
    expect(parse(fields(level))).toHaveLength(level);
    expect(refusal(fields(level + 1)).details).toMatch(/at most 100 selected fields/);
    const three = `${fields(level - 2)},a(${fields(level)}),b(${fields(3)})`;
    expect(refusal(three).details).toMatch(/a request may have at most 200 selected fields/);
  });

  it('bounds how often one value is asked for, whatever it is called', () => {
    const named = (value: string, count: number) =>
      Array.from({ length: count }, (_, n) => `a${n}:${value}`).join(',');
    const many = QUERY_LIMITS.columnRepeats + 1;
    for (const value of ['note', 'note::text', 'meta->list', 'note.max()']) {
      expect(parse(named(value, many - 1))).toHaveLength(many - 1);
      expect(refusal(named(value, many)).details).toMatch(/at most 4 times/);
    }
    expect(refusal(Array.from({ length: many }, () => '*').join(',')).details).toMatch(/at most 4 times/);
    // Different values of one column are no repeats.
    expect(parse('n.sum(),n.avg(),n.min(),n.max(),n.count(),n')).toHaveLength(6);
    expect(parse('m->a,m->b,m->c,m->d,m->e,m->f')).toHaveLength(6);
  });

  it('stops before any stack does', () => {
    const nested = (depth: number) => `${'a('.repeat(depth)}id${')'.repeat(depth)}`;
    expect(refusal(nested(200_000))).toBeInstanceOf(RestError);
  });
});
