import { describe, expect, it } from 'vitest';
import { joinFields, jsonFields, scalarText } from './json-fields.ts';

describe('jsonFields', () => {
  it('keeps the digits of numbers that a double cannot hold', () => {
    const fields = jsonFields('{"id": 9007199254740993, "price": 0.10000000000000000000001}');
    expect([...fields]).toEqual([
      ['id', '9007199254740993'],
      ['price', '0.10000000000000000000001'],
    ]);
  });

  it('is not misled by structure inside strings and nested values', () => {
    const text = '{"a": "x, \\"}: {", "b": {"c": [1, {"d": "]"}], "e": null}, "f\\"g": true, "": []}';
    const fields = jsonFields(text);
    expect(Object.fromEntries([...fields].map(([name, json]) => [name, JSON.parse(json)]))).toEqual(
      JSON.parse(text),
    );
    expect([...fields.keys()]).toEqual(['a', 'b', 'f"g', '']);
  });

  it('reads an empty object', () => {
    expect(jsonFields('{}').size).toBe(0);
  });

  it('agrees with the parser on text of every script', () => {
    const record = { zh: '您好，世界', ar: 'مرحبا', odd: '\u0001\b\n\\"', astral: '🤝' };
    const fields = jsonFields(JSON.stringify(record));
    expect(JSON.parse(joinFields(fields))).toEqual(record);
  });

  it.each(['[]', '"text"', '1', '', '{"a": 1'])('refuses %s', (text) => {
    expect(() => jsonFields(text)).toThrow(SyntaxError);
  });
});

describe('scalarText', () => {
  it.each([
    ['null', null],
    ['"null"', 'null'],
    ['"a\\nb"', 'a\nb'],
    ['12.50', '12.50'],
    ['true', 'true'],
  ])('%s', (json, text) => {
    expect(scalarText(json)).toBe(text);
  });
});
