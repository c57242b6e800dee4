import { csv } from '@dragoman/domain/csv';

/** What a chart draws, as a table. The first column says what a row is of. */
export interface ChartTable {
  columns: readonly string[];
  rows: ReadonlyArray<readonly [name: string, ...values: Array<number | null>]>;
}

/** A table as a CSV file: numbers bare, so that spreadsheets count with them. */
export function chartCsv({ columns, rows }: ChartTable): string {
  return csv([columns, ...rows.map((row) => row.map((value) => (value === null ? '' : String(value))))]);
}
