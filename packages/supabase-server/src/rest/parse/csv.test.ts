import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

describe('CSV', () => {
  it.each([
    ['a,b\n1,2', [{ a: '1', b: '2' }]],
    ['a,b\r\n1,2\r\n', [{ a: '1', b: '2' }]],
    ['a\n"x, ""y""\nz"\n', [{ a: 'x, "y"\nz' }]],
    ['a,b\nNULL,"NULL"', [{ a: null, b: 'NULL' }]],
    ['a,b\n,', [{ a: '', b: '' }]],
    ['\ufeffa\n1', [{ a: '1' }]],
    ['"a b",__proto__\n1,2', [{ 'a b': '1', ['__proto__']: '2' }]],
    ['a', []],
  ])('%j is read', (text, rows) => {
    expect(JSON.stringify(parseCsv(text))).toBe(JSON.stringify(rows));
  });

  it.each(['', 'a,b\n1', 'a\n"x', 'a\n"x"y', 'a\nx"y'])('%j is refused', (text) => {
    expect(() => parseCsv(text)).toThrow(expect.objectContaining({ code: 'PGRST102' }));
  });

  it('of one very long cell is read', () => {
    const long = 'x""'.repeat(500_000);
    expect(parseCsv(`a\n"${long}"`)[0]?.a).toHaveLength(1_000_000);
  });
});
