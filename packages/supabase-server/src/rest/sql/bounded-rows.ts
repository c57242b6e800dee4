import type { ReadContext } from './read-context.ts';

const MARK = 'over (rows unbounded preceding)';

/**
 * Rows that are ready to be aggregated. PostgreSQL keeps a running sum of their bytes and ends the
 * statement (PT413) as soon as it passes the limit, so no more than that is ever held for the
 * response.
 * @param values expressions over `t`, by their names; their sizes count as they are, so they must
 * be rendered (JSON or text)
 * @param rows a table expression for `t`
 * @returns a table expression without an alias, with the columns of `values`
 */
export function boundedRows(
  { limits: { answerBytes } }: Pick<ReadContext, 'limits'>,
  values: ReadonlyArray<readonly [name: string, sql: string]>,
  rows: string,
): string {
  const rendered = values.map(([name, sql]) => `${sql} as ${name}`).join(', ');
  const names = values.map(([name]) => `t.${name}`).join(', ');
  const sizes = values.map(([name]) => `coalesce(pg_catalog.pg_column_size(t.${name}), 0)`).join(' + ');
  // `offset 0` keeps PostgreSQL from rendering each row twice: once for its size, once for the
  // response.
  const once = `(select ${rendered} from ${rows} as t offset 0) as t`;
  const refusal = `case when pg_catalog.sum(${sizes}) ${MARK} > ${answerBytes} then dragoman_rest.refuse_answer(${answerBytes}) end`;
  return `(select ${names} from (select ${names}, ${refusal} as refused from ${once}) as t where t.refused is null)`;
}

/**
 * True when an embedded resource has found rows. Counts them against the request's budget; beyond
 * it the statement ends (PT413). For the select list of an aggregation of its rows.
 */
export function foundRows({ limits: { embeddedRows } }: Pick<ReadContext, 'limits'>): string {
  const rows = 'pg_catalog.count(*)';
  return `case when ${rows} > 0 then dragoman_rest.spend_rows(${rows}, ${embeddedRows}) end`;
}
