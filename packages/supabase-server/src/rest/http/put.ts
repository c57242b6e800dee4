import type { ReadNode } from '../parse/ast.ts';
import type { RowsBody } from '../parse/json-body.ts';
import { requestErrors } from '../rest-error.ts';
import type { Relation } from '../schema/model.ts';

/**
 * PUT writes the one row that its URL names by the primary key, whether or not it is there.
 * @throws {RestError} PGRST105, PGRST114, PGRST115
 */
export function checkPut({ primaryKey }: Relation, node: ReadNode, body: RowsBody | null): void {
  if (node.limit !== null || node.offset !== null) throw requestErrors.putPage();
  const named = new Set<string>();
  for (const condition of node.where) {
    if (condition.kind !== 'filter') throw requestErrors.putFilters();
    const { field, test, negated } = condition;
    const isEqual = test.kind === 'compare' && test.operator === 'eq' && test.quantifier === null;
    if (negated || !isEqual || field.path.length > 0) throw requestErrors.putFilters();
    named.add(field.name);
  }
  const namesKey = named.size === primaryKey.length && primaryKey.every((name) => named.has(name));
  if (!namesKey || named.size === 0 || node.where.length !== named.size) throw requestErrors.putFilters();
  if (!primaryKey.every((name) => body?.columns.includes(name))) throw requestErrors.putKey();
}
