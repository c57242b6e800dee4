import { describe, expect, it } from 'vitest';
import { describeRows, parseJsonBody } from './json-body.ts';

const rows = (text: string, columns: string[] | null = null) => describeRows(parseJsonBody(text), columns);

describe('a JSON body', () => {
  it('keeps its text, so that no digit is lost', () => {
    const text = '{"big": 9007199254740993, "fine": 0.1000000000000000055}';
    expect(rows(text)).toEqual({ text, isArray: false, rows: 1, columns: ['big', 'fine'] });
  });

  it('has one set of keys, unless the columns are named', () => {
    expect(rows('[{"a":1,"b":2},{"b":3,"a":4}]')).toMatchObject({
      isArray: true,
      rows: 2,
      columns: ['a', 'b'],
    });
    expect(() => rows('[{"a":1},{"b":2}]')).toThrow('All object keys must match');
    expect(() => rows('[{"a":1},{"a":2,"b":2}]')).toThrow('All object keys must match');
    expect(rows('[{"a":1},{"b":2}]', ['a', 'b', 'a'])).toMatchObject({ columns: ['a', 'b'] });
  });

  it('may be empty rows or no rows', () => {
    expect(rows('[]')).toMatchObject({ rows: 0, columns: [] });
    expect(rows('{}')).toMatchObject({ rows: 1, columns: [] });
  });

  it.each([
    '',
    '   ',
    '{',
    '{"a":}',
    '[1]',
    '[null]',
    '5',
    '"text"',
    'null',
    'undefined',
    "{'a':1}",
    '[[{}]]',
  ])('is refused when it is %j', (text) => {
    expect(() => rows(text)).toThrow(/Empty or invalid json/);
  });

  it('is refused when it is nested too deep, however deep', () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    expect(rows(nested(98))).toMatchObject({ columns: ['a'] });
    expect(() => rows(nested(100))).toThrow(/nested more than 100 levels deep/);
    expect(() => rows(nested(400_000))).toThrow();
  });

  it('does not mistake a key for something of JavaScript', () => {
    expect(rows('{"__proto__": 1, "constructor": 2}').columns).toEqual(['__proto__', 'constructor']);
  });
});
