import { expect, it } from 'vitest';
import { chartCsv } from './chart-table.ts';

it('a chart leaves as CSV that opens in every script and runs nothing', () => {
  const table = {
    columns: ['رمز الجناح', '扫码', 'Before'],
    rows: [
      ['=HYPERLINK("https://evil.example")', 12, null],
      ['Lamps', 1.5, 0],
    ],
  } as const;
  expect(chartCsv(table)).toBe(
    '\uFEFF"رمز الجناح","扫码","Before"\r\n"\'=HYPERLINK(""https://evil.example"")","12",""\r\n"Lamps","1.5","0"\r\n',
  );
});
