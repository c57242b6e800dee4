import { describe, expect, it } from 'vitest';
import { joinFields, scalarText } from './json-fields.ts';

describe('joinFields', () => {
  it('keeps the digits of numbers that a double cannot hold', () => {
    const fields: [string, string][] = [
      ['id', '9007199254740993'],
      ['price "net"', '0.10000000000000000000001'],
    ];
    expect(joinFields(fields)).toBe('{"id":9007199254740993,"price \\"net\\"":0.10000000000000000000001}');
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
