import { csv } from '@dragoman/domain/csv';

/** A chart's data as a table. The first column labels the row. */
export interface ChartTable {
  columns: readonly string[];
  rows: ReadonlyArray<readonly [name: string, ...values: Array<number | null>]>;
}

/** A table as a CSV file: numbers bare, so that spreadsheets count with them. */
export function chartCsv({ columns, rows }: ChartTable): string {
  return csv([columns, ...rows.map((row) => row.map((value) => (value === null ? '' : String(value))))]);
}
