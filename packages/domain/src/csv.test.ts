import { describe, expect, it } from 'vitest';
import { csv } from './csv.ts';

describe('csv', () => {
  it('is UTF-8 that Excel knows, with CRLF and quoted values', () => {
    expect(
      csv([
        ['Name', 'Note'],
        ['陈思远', 'said "yes",\nthen left'],
        ['سلمى', ''],
      ]),
    ).toBe('\uFEFF"Name","Note"\r\n"陈思远","said ""yes"",\nthen left"\r\n"سلمى",""\r\n');
  });

  it.each([
    '=HYPERLINK("http://evil.example","open")',
    '+971505550142',
    '-1+2',
    '@SUM(A1)',
    '\t=1',
    '\r\n=1',
    ' =1',
    '\u200B=1',
    '＝1',
    '0501234567',
    '8613800138000',
  ])('%j is text', (value) => {
    expect(csv([[value]])).toBe(`\uFEFF"'${value.replaceAll('"', '""')}"\r\n`);
  });

  it.each(['Al-Waha', '0', '2026', '0.5', 'nora@lamps.example', '050 555 0142', "O'Brien = partner"])(
    '%j stays as it is',
    (value) => {
      expect(csv([[value]])).toBe(`\uFEFF"${value}"\r\n`);
    },
  );
});
