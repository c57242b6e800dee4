import type { Database } from '../../db/database.ts';
import type { RequestScope } from '../../db/database-types.ts';
import type { AccountOwner } from '../account-gate.ts';

export type Row = Record<string, unknown>;

/** Rows to be read page by page. */
export interface RowSource {
  /** The from clause, with `r` as the alias of the rows. Never built from a caller's input. */
  from: string;
  /** What is read of a row, as JSON; default: all of it. */
  select?: string;
  /** A condition on `r`; its values are $1, $2 and so on. */
  where?: string;
  values?: readonly unknown[];
  /** Columns of `r` that together are unique, with their types. */
  key: readonly (readonly [column: string, type: string])[];
}

/** Reads what an account's owner may read: every statement runs under their role and claims. */
export interface AccountReader {
  /**
   * Pages in the order of the key. No connection is held between them, so that a slow download does
   * not block other requests.
   */
  pages(source: RowSource): AsyncGenerator<Row[]>;
}

/** Rows a page: what is in memory at a time. A lead may have 20,000 characters of notes. */
const PAGE = 200;

export function createAccountReader(db: Database, { userId, claims }: AccountOwner): AccountReader {
  const scope: RequestScope = {
    role: 'authenticated',
    claims: { ...claims, sub: userId, role: 'authenticated' },
    readOnly: true,
  };

  return {
    async *pages({ from, select = 'to_jsonb(r)', where = 'true', values = [], key }) {
      const columns = key.map(([column]) => `r.${column}`).join(', ');
      const bound = key.map(([, type], index) => `($${values.length + 1}::text[])[${index + 1}]::${type}`);
      const text = (after: string) =>
        `select ${select} as row, array[${key.map(([column]) => `r.${column}::text`).join(', ')}] as position
         from ${from} where (${where}) ${after} order by ${columns} limit ${PAGE}`;
      const first = { text: text(''), values };
      const next = text(`and (${columns}) > (${bound.join(', ')})`);
      let last: string[] | undefined;
      for (;;) {
        const statement = last ? { text: next, values: [...values, last] } : first;
        const page = await db.request<{ row: Row; position: string[] }>(scope, statement);
        if (page.length > 0) yield page.map(({ row }) => row);
        if (page.length < PAGE) return;
        last = page.at(-1)?.position;
      }
    },
  };
}
