import { describe, expect, it } from 'vitest';
import { buildSchema } from './build.ts';
import type { CatalogRows, ColumnRow, FunctionRow, TypeRow } from './catalog.ts';
import { findFunction, findRelation, findRelationship, findSchema, takesWholeBody } from './find.ts';
import type { Relation } from './model.ts';
import { suggest } from './suggest.ts';

const INT = 23;
const TEXT = 25;
const JSON_TYPE = 114;
const VOID = 2278;
const SHORT_CODE = 900;
const MOOD = 901;

function type(oid: number, name: string, more: Partial<TypeRow> = {}): TypeRow {
  return { oid, schema: 'pg_catalog', name, kind: 'b', base: 0, array: oid + 5000, shown: name, ...more };
}

const BASE_TYPES = [type(INT, 'int4'), type(TEXT, 'text'), type(JSON_TYPE, 'json')];
const TYPES: TypeRow[] = [
  ...BASE_TYPES,
  ...BASE_TYPES.map((row) => type(row.array, `_${row.name}`, { array: 0 })),
  type(VOID, 'void', { kind: 'p', array: 0 }),
  type(SHORT_CODE, 'short_code', { schema: 'public', kind: 'd', base: TEXT }),
  type(MOOD, 'mood', { schema: 'public', kind: 'e' }),
];

function columns(...names: string[]): ColumnRow[] {
  return names.map((name, index) => ({ name, number: index + 1, type: INT, default: null }));
}

function table(oid: number, name: string, ...names: string[]) {
  return { oid, schema: 'public', name, kind: 'r', type: oid + 1000, events: 28, columns: columns(...names) };
}

function fn(name: string, more: Partial<FunctionRow> = {}): FunctionRow {
  return {
    schema: 'public',
    name,
    argNames: null,
    argTypes: [],
    argModes: null,
    defaults: 0,
    returns: INT,
    returnsSet: false,
    rows: 0,
    volatility: 'v',
    ...more,
  };
}

const FIRMS = 1;
const BADGES = 2;
const TOPICS = 3;
const FIRM_TOPICS = 4;
const MEETINGS = 5;

const ROWS: CatalogRows = {
  types: TYPES,
  relations: [
    {
      ...table(FIRMS, 'firms', 'id', 'parent_id'),
      columns: [
        ...columns('id', 'parent_id'),
        { name: 'code', number: 3, type: SHORT_CODE, default: "'x'::text" },
      ],
    },
    table(BADGES, 'badges', 'firm_id'),
    table(TOPICS, 'topics', 'id'),
    table(FIRM_TOPICS, 'firm_topics', 'firm_id', 'topic_id'),
    table(MEETINGS, 'meetings', 'id', 'host_id', 'guest_id'),
  ],
  defaults: [],
  views: [],
  uniqueKeys: [
    { relation: FIRMS, primary: true, columns: [1] },
    { relation: BADGES, primary: true, columns: [1] },
    { relation: TOPICS, primary: true, columns: [1] },
    { relation: FIRM_TOPICS, primary: true, columns: [1, 2] },
    { relation: MEETINGS, primary: true, columns: [1] },
  ],
  foreignKeys: [
    { name: 'firms_parent_fkey', source: FIRMS, target: FIRMS, sourceColumns: [2], targetColumns: [1] },
    { name: 'badges_firm_fkey', source: BADGES, target: FIRMS, sourceColumns: [1], targetColumns: [1] },
    { name: 'ft_firm_fkey', source: FIRM_TOPICS, target: FIRMS, sourceColumns: [1], targetColumns: [1] },
    { name: 'ft_topic_fkey', source: FIRM_TOPICS, target: TOPICS, sourceColumns: [2], targetColumns: [1] },
    { name: 'host_fkey', source: MEETINGS, target: FIRMS, sourceColumns: [2], targetColumns: [1] },
    { name: 'guest_fkey', source: MEETINGS, target: FIRMS, sourceColumns: [3], targetColumns: [1] },
  ],
  functions: [
    fn('add', { argNames: ['a', 'b'], argTypes: [INT, INT], defaults: 1, volatility: 'i' }),
    fn('over', { argNames: ['a'], argTypes: [INT] }),
    fn('over', { argNames: ['a', 'b'], argTypes: [INT, INT], defaults: 1 }),
    fn('body', { argTypes: [JSON_TYPE] }),
    fn('list', { returns: FIRMS + 1000, returnsSet: true }),
    fn('stats', { argNames: ['x', 'n'], argTypes: [INT, TEXT], argModes: ['i', 't'], returnsSet: true }),
    fn('nothing', { returns: VOID }),
    fn('sum', { argNames: ['amounts'], argTypes: [INT + 5000], argModes: ['v'] }),
  ],
};

const database = buildSchema(ROWS, ['public']);
const objects = findSchema(database, 'public');
const relation = (name: string): Relation => findRelation(objects, 'public', name);
const way = (from: string, target: string, hint: string | null = null) => {
  const { kind, target: to } = findRelationship(relation(from), target, hint);
  return `${kind} ${to.name}`;
};

describe('the schema', () => {
  it('names types in full, domains by their base type', () => {
    const code = relation('firms').columns.get('code');
    expect(code?.type).toEqual({
      sql: '"pg_catalog"."text"',
      declared: '"public"."short_code"',
      shown: 'short_code',
      array: '"pg_catalog"."_text"',
      special: null,
    });
    expect(code?.defaultSql).toBe("'x'::text");
  });

  it('knows which types a request may cast to', () => {
    expect(database.types.get('integer')).toBe('"pg_catalog"."int4"');
    expect(database.types.get('mood')).toBe('"public"."mood"');
    expect(database.types.get('text[]')).toBe('"pg_catalog"."_text"');
    expect(database.types.get('void')).toBeUndefined();
    expect(database.types.get('constructor')).toBeUndefined();
  });

  it('refuses schemas and tables that are not exposed, with a hint for a slip', () => {
    expect(() => findSchema(database, 'auth')).toThrow('Invalid schema: auth');
    expect(() => relation('firm')).toThrow(/Could not find the table 'public.firm'/);
    expect(suggest('firmss', objects.relations.keys())).toBe('firms');
    expect(suggest('users', objects.relations.keys())).toBeNull();
  });
});

describe('a relationship', () => {
  it('follows a foreign key both ways', () => {
    expect(way('badges', 'firms')).toBe('one-to-one firms');
    expect(way('firms', 'badges')).toBe('one-to-one badges');
    expect(way('firm_topics', 'topics')).toBe('many-to-one topics');
    expect(way('topics', 'firm_topics')).toBe('one-to-many firm_topics');
  });

  it('goes through a table whose primary key holds both keys', () => {
    expect(way('firms', 'topics')).toBe('many-to-many topics');
    expect(way('topics', 'firms', 'firm_topics')).toBe('many-to-many firms');
  });

  it('may be named by the key or its column', () => {
    expect(way('meetings', 'host_id')).toBe('many-to-one firms');
    expect(way('meetings', 'guest_fkey')).toBe('many-to-one firms');
    expect(way('meetings', 'firms', 'host_id')).toBe('many-to-one firms');
    expect(way('firms', 'meetings', 'guest_fkey')).toBe('one-to-many meetings');
  });

  it('of a table to itself is its children by name and its parent by column', () => {
    expect(way('firms', 'firms')).toBe('one-to-many firms');
    expect(way('firms', 'parent_id')).toBe('many-to-one firms');
    expect(way('firms', 'firms', 'parent_id')).toBe('one-to-many firms');
  });

  it('is refused unless there is exactly one', () => {
    expect(() => way('badges', 'topics')).toThrow(
      /Could not find a relationship between 'badges' and 'topics'/,
    );
    try {
      way('meetings', 'firms');
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        status: 300,
        code: 'PGRST201',
        hint: expect.stringContaining("'firms!host_fkey', 'firms!guest_fkey'"),
        details: [
          {
            cardinality: 'many-to-one',
            embedding: 'meetings with firms',
            relationship: 'host_fkey using meetings(host_id) and firms(id)',
          },
          expect.objectContaining({ cardinality: 'many-to-one' }),
        ],
      });
    }
  });
});

describe('a function', () => {
  const find = (name: string, ...args: string[]) => findFunction(objects, 'public', name, args, 'json');

  it('is found by its arguments', () => {
    expect(find('add', 'a').volatility).toBe('immutable');
    expect(find('add', 'b', 'a').name).toBe('add');
    expect(find('over', 'a', 'b').parameters).toHaveLength(2);
    expect(find('sum').parameters[0]).toMatchObject({ name: 'amounts', variadic: true, required: false });
    expect(() => find('add', 'b')).toThrow('Could not find the function public.add(b) in the schema cache');
    expect(() => find('add', 'a', 'c')).toThrow(/public.add\(a, c\)/);
    expect(() => find('nope')).toThrow('public.nope without parameters');
    expect(() => find('over', 'a')).toThrow(/Could not choose the best candidate function/);
  });

  it('may take the whole body', () => {
    expect(takesWholeBody(find('body', 'anything'), 'json')).toBe(true);
    expect(() => findFunction(objects, 'public', 'body', ['x'], null)).toThrow(/PGRST202|Could not find/);
  });

  it('has a result of some kind', () => {
    expect(find('list').result).toMatchObject({ kind: 'rows', set: true, relation: relation('firms') });
    expect(find('nothing').result).toEqual({ kind: 'void' });
    expect(find('add', 'a').result).toEqual({ kind: 'scalar', set: false });
    const { result, parameters } = find('stats', 'x');
    expect(parameters.map((parameter) => parameter.name)).toEqual(['x']);
    expect(result.kind === 'rows' && [...(result.relation?.columns.keys() ?? [])]).toEqual(['n']);
  });
});
