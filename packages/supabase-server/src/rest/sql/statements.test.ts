import { describe, expect, it } from 'vitest';
import { describeRows, parseJsonBody } from '../parse/json-body.ts';
import { parseAccept } from '../parse/media-type.ts';
import { parsePreferences } from '../parse/preferences.ts';
import { parseRestQuery } from '../parse/rest-query.ts';
import { buildSchema } from '../schema/build.ts';
import { findFunction, findRelation, findSchema } from '../schema/find.ts';
import { BODY, withBody } from './binder.ts';
import { callStatement } from './call-statement.ts';
import { readStatements } from './read-statement.ts';
import { writeStatement } from './write-statement.ts';

const LIMITS = { maxRows: 1000, answerBytes: 8_388_608, embeddedRows: 50_000 };

// Two tables and a function, as the catalog describes them.
const type = (oid: number, name: string, array: number) => ({
  oid,
  schema: 'pg_catalog',
  name,
  kind: 'b',
  base: 0,
  array,
  shown: name,
});
const column = (name: string, number: number, of: number) => ({ name, number, type: of, default: null });
const database = buildSchema(
  {
    types: [
      type(2950, 'uuid', 2951),
      type(2951, '_uuid', 0),
      type(25, 'text', 1009),
      type(1009, '_text', 0),
      type(3802, 'jsonb', 3807),
      type(3807, '_jsonb', 0),
    ],
    relations: [
      {
        oid: 1,
        schema: 'public',
        name: 'messages',
        kind: 'r',
        events: 28,
        type: 101,
        columns: [
          column('id', 1, 2950),
          column('sender_id', 2, 2950),
          column('content', 3, 25),
          column('meta', 4, 3802),
        ],
      },
      {
        oid: 2,
        schema: 'public',
        name: 'profiles',
        kind: 'r',
        events: 28,
        type: 102,
        columns: [column('id', 1, 2950), column('name', 2, 25)],
      },
    ],
    views: [],
    defaults: [],
    uniqueKeys: [
      { relation: 1, primary: true, columns: [1] },
      { relation: 2, primary: true, columns: [1] },
    ],
    foreignKeys: [{ name: 'sender_fkey', source: 1, target: 2, sourceColumns: [2], targetColumns: [1] }],
    functions: [
      {
        schema: 'public',
        name: 'find',
        argNames: ['word'],
        argTypes: [25],
        argModes: null,
        defaults: 0,
        returns: 101,
        returnsSet: true,
        rows: 1000,
        volatility: 's',
      },
    ],
  },
  ['public'],
);
const objects = findSchema(database, 'public');
const messages = findRelation(objects, 'public', 'messages');

function read(search: string, prefer = '', headersOnly = false) {
  return readStatements(
    {
      relation: messages,
      node: parseRestQuery(search).root,
      media: parseAccept(undefined),
      count: parsePreferences(prefer).count,
      headersOnly,
      limits: LIMITS,
    },
    database,
  );
}

function write(kind: 'insert' | 'update' | 'delete', search: string, body = '{}', prefer = '') {
  const query = parseRestQuery(search);
  const { missing, resolution, returning } = parsePreferences(prefer);
  const rows = describeRows(parseJsonBody(body), query.columns);
  return writeStatement(
    {
      relation: messages,
      write:
        kind === 'insert'
          ? { kind, body: rows, missing, resolution, onConflict: query.onConflict }
          : kind === 'update'
            ? { kind, body: rows, missing }
            : { kind },
      node: query.root,
      media: parseAccept(undefined),
      returning,
      limits: LIMITS,
    },
    database,
  );
}

/** Every parameter is used, none is missing. */
function expectComplete(statement: { text: string; values?: readonly unknown[] }): void {
  const used = new Set([...statement.text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])));
  expect([...used].sort((a, b) => a - b)).toEqual(
    Array.from(statement.values ?? [], (_, index) => index + 1),
  );
}

describe('a read', () => {
  it('is one statement with its values bound', () => {
    const { main } = read('select=id,sender:profiles(name)&content=eq.hello&order=id.desc&limit=50');
    expect(main).toEqual({
      text:
        'with page as (select r1."id" as "id", e2.j as "sender" from "public"."messages" as r1' +
        ' left join lateral (select pg_catalog.row_to_json(x.*) as j from (select r2."name" as "name" from "public"."profiles" as r2' +
        ' where r2."id" = r1."sender_id") as x) as e2 on true' +
        ' where r1."content" = $1::"pg_catalog"."text" order by r1."id" desc limit 50)' +
        " select coalesce(pg_catalog.json_agg(t.j), '[]')::text as body, pg_catalog.count(*) as rows, null as total, null as updated," +
        " nullif(pg_catalog.current_setting('response.headers', true), '') as headers," +
        " nullif(pg_catalog.current_setting('response.status', true), '') as status from" +
        ' (select t.j from (select t.j, case when pg_catalog.sum(coalesce(pg_catalog.pg_column_size(t.j), 0))' +
        ' over (rows unbounded preceding) > 8388608 then dragoman_rest.refuse_answer(8388608) end as refused' +
        ' from (select pg_catalog.row_to_json(t.*) as j from page as t offset 0) as t) as t where t.refused is null) as t',
      values: ['hello'],
    });
  });

  it('has the same text for other values', () => {
    const text = (search: string) => read(search).main.text;
    expect(text('content=eq.a&limit=5&offset=5')).toBe(text('content=eq.b&limit=5&offset=10'));
    expect(text('id=in.(a)')).toBe(text('id=in.(a,b,c)'));
    expect(text('meta->>a=eq.1')).toBe(text('meta->>b=eq.2'));
  });

  it('never gives more rows than an answer may hold', () => {
    for (const search of ['limit=5000', 'limit=999999999999999', '']) {
      expect(read(search).main.text).toContain(' limit 1000)');
    }
    expect(read('limit=10&offset=20').main).toMatchObject({
      text: expect.stringContaining(' limit 10 offset $1::pg_catalog.int8)'),
      values: [20],
    });
  });

  it.each([
    ['content', "eq.'; drop table messages; --"],
    ['content', 'in.("a\',b",")--")'],
    ['or', `(content.eq."';--",meta->>'x'.eq.1)`],
    ["meta->>a' or 1=1--", 'eq.1'],
  ])('takes nothing of a value into its text: %s %s', (name, value) => {
    const { main } = read(new URLSearchParams([[name, value]]).toString());
    expect(main.text).not.toMatch(/drop|--|1=1|;/);
    expectComplete(main);
  });

  it('quotes every name it shows', () => {
    const { main } = read('select="a; drop table x; --":id,"b\\"c":content');
    expect(main.text).toContain('as "a; drop table x; --"');
    expect(main.text).toContain('as "b""c"');
  });

  it('uses every value it binds, in all its forms', () => {
    const searches = [
      'select=id,meta->a->>b,sender:profiles!inner(name)&sender.name=like.a*&sender.order=name&order=sender(name)',
      'select=content,count(),meta->>x.max()&meta->>y=eq.1',
      'select=...profiles(n:name)&profiles=not.is.null&or=(id.eq.1,and(content.fts(english).x,meta.cs.{}))',
    ];
    for (const search of searches) {
      for (const prefer of ['', 'count=exact', 'count=planned', 'count=estimated']) {
        for (const headersOnly of [false, true]) {
          const { main, estimate } = read(search, prefer, headersOnly);
          expectComplete(main);
          if (estimate) expectComplete(estimate);
        }
      }
    }
  });

  it('refuses names that the schema does not have', () => {
    expect(() => read('select=nope')).toThrow('column messages.nope does not exist');
    expect(() => read('nope=eq.1')).toThrow('column messages.nope does not exist');
    expect(() => read('order=nope')).toThrow('column messages.nope does not exist');
    expect(() => read('select=profiles(nope)')).toThrow('column profiles.nope does not exist');
    expect(() => read('select=id::nope')).toThrow('type "nope" does not exist');
    expect(() => read('select=id::"text"')).toThrow(/failed to parse select/);
    expect(() => read('select=id&order=profiles(name)')).toThrow(/not an embedded resource/);
    expect(() => read(`select=${'x'.repeat(64)}:id`)).toThrow(/too long/);
  });
});

describe('a write', () => {
  it('lists only the columns given and reads them from the JSON text', () => {
    expect(write('insert', '', '{"content":"hi","id":"x"}')).toMatchObject({
      text: expect.stringContaining(
        'insert into "public"."messages" as r2 ("content", "id") select b."content", b."id"' +
          ' from pg_catalog.json_to_record($1::pg_catalog.json) as b("content" "pg_catalog"."text", "id" "pg_catalog"."uuid") returning 1)',
      ),
      values: [BODY],
    });
  });

  it('returns what is shown and what embeds need, and nothing else', () => {
    const { text } = write('insert', 'select=id,profiles(name)', '{"content":"hi"}', 'return=representation');
    expect(text).toContain('returning r3."sender_id", r3."id")');
    expect(write('delete', 'id=eq.x', '{}').text).toContain('returning 1)');
    expect(write('insert', '', '{"id":"x"}', 'return=representation').text).toContain('returning r2.*)');
  });

  it('merges or ignores duplicates of a key', () => {
    const merge = write(
      'insert',
      'on_conflict=content',
      '{"content":"a","id":"x"}',
      'resolution=merge-duplicates',
    );
    expect(merge.text).toContain(
      'on conflict ("content") do update set "content" = excluded."content", "id" = excluded."id" where',
    );
    expect(write('insert', '', '{"id":"x"}', 'resolution=ignore-duplicates').text).toContain(
      'on conflict ("id") do nothing',
    );
    expect(() => write('insert', 'on_conflict=nope', '{"id":"x"}', 'resolution=merge-duplicates')).toThrow(
      'column messages.nope does not exist',
    );
  });

  it('filters what it changes, not what it shows', () => {
    const { text, values } = write(
      'update',
      'content=eq.old&select=id',
      '{"content":"new"}',
      'return=representation',
    );
    expect(text).toContain('set "content" = b."content"');
    expect(text).toContain('where r2."content" = $1::"pg_catalog"."text" returning r2."id")');
    expect(values).toEqual(['old', BODY]);
    expect(withBody({ text, values }, '{"content":"new"}').values).toEqual(['old', '{"content":"new"}']);
  });

  it('refuses columns that the table does not have', () => {
    expect(() => write('insert', '', '{"nope":1}')).toThrow(
      "Could not find the 'nope' column of 'messages' in the schema cache",
    );
    expect(() => write('insert', 'columns=id,nope', '{"id":"x"}')).toThrow(/'nope' column/);
    expect(() => write('update', '', '{"a\\"; drop":1}')).toThrow(/Could not find the 'a"; drop' column/);
  });
});

describe('a call', () => {
  const fn = findFunction(objects, 'public', 'find', ['word'], 'json');
  const call = (args: Parameters<typeof callStatement>[0]['args'], search = '', prefer = '') =>
    callStatement(
      {
        fn,
        args,
        node: parseRestQuery(search).root,
        media: parseAccept(undefined),
        count: parsePreferences(prefer).count,
        withoutBody: false,
        limits: LIMITS,
      },
      database,
    );

  it('passes arguments by name, as values', () => {
    const get = call({ kind: 'query', values: [['word', "a'; drop"]] });
    expect(get.text).toContain('from "public"."find"("word" => $1::"pg_catalog"."text") as r1');
    expect(get.values?.[0]).toBe("a'; drop");
    const post = call({ kind: 'json', text: '{"word":"x"}', names: ['word'] });
    expect(post.text).toContain(
      'from pg_catalog.json_to_record($1::pg_catalog.json) as a("word" "pg_catalog"."text"), lateral "public"."find"("word" => a."word") as r1',
    );
  });

  it('runs the function once even when its rows are counted', () => {
    const args = { kind: 'query', values: [['word', 'x']] } as const;
    const { text } = call(args, 'select=id,profiles!inner(name)&id=neq.y&limit=2', 'count=exact');
    expect(text.match(/"public"\."find"/g)).toHaveLength(1);
    expectComplete(call(args, 'select=meta->>a,count()&meta->>b=eq.1', 'count=exact'));
  });
});
