import { createHash } from 'node:crypto';
import type { CatalogSnapshot, LiveTable } from './catalog.ts';
import type { ChangeType } from './change.ts';
import { type Condition, FilterError, parseFilter, takesPattern } from './filter-syntax.ts';
import { compileFilter, type Filter } from './filters.ts';
import { PATTERNS_BUSY, type PatternBudget } from './pattern-budget.ts';
import { stepsToCompile } from './patterns.ts';
import type { Binding, Subscriber } from './subscriptions.ts';

/** A `postgres_changes` entry of a join as the client wrote it (supabase-protocol 4.3). */
export interface RequestedBinding {
  event: string;
  schema?: string | undefined;
  table?: string | undefined;
  filter?: string | null | undefined;
  select?: string[] | null | undefined;
}

/** A subscription that cannot be made; the message goes to the client in a `system` push. */
export class BindingError extends Error {
  override readonly name = 'BindingError';
  /** Whether the table may have been published so recently that the server does not know it yet. */
  readonly unknownTable: boolean;

  constructor(message: string, unknownTable = false) {
    super(message);
    this.unknownTable = unknownTable;
  }
}

/** The budget for patterns is spent: the same subscription may be made later. */
export class PatternsBusyError extends Error {
  override readonly name = 'PatternsBusyError';

  constructor() {
    super(PATTERNS_BUSY);
  }
}

/** By the event of a join. All bindings share them: a process may hold tens of thousands. */
const TYPES_OF: ReadonlyMap<string, ReadonlySet<ChangeType>> = new Map([
  ['*', new Set(['INSERT', 'UPDATE', 'DELETE'] as const)],
  ['INSERT', new Set(['INSERT'] as const)],
  ['UPDATE', new Set(['UPDATE'] as const)],
  ['DELETE', new Set(['DELETE'] as const)],
]);

/**
 * A number that equal parameters share, also between processes and restarts; never 0, which the
 * official client treats as missing.
 */
export function bindingId(requested: RequestedBinding): number {
  const { event, schema, table, filter, select } = requested;
  const params = JSON.stringify([event, schema ?? null, table ?? null, filter ?? null, select ?? null]);
  return createHash('sha256').update(params).digest().readUInt32BE() || 1;
}

/**
 * Checks a binding against the published tables and the role's rights: a filter or a selection on a
 * column that the subscriber may not read would reveal its values.
 * @throws {BindingError}
 * @throws {PatternsBusyError}
 */
export async function checkBinding(
  requested: RequestedBinding,
  catalog: CatalogSnapshot,
  subscriber: Subscriber,
  patterns: PatternBudget,
): Promise<Binding> {
  const schema = requested.schema || '*';
  const table = requested.table || '*';
  const types = TYPES_OF.get(requested.event.toUpperCase());
  if (!types) throw new BindingError(`${cannotSubscribe(requested)}: unknown event`);
  if (catalog.matching(schema, table).length === 0) throw new BindingError(cannotSubscribe(requested), true);
  const conditions = readConditions(requested);
  const select = requested.select?.length ? requested.select : null;
  const found = catalog.table(schema, table);
  if (!found && (conditions.length > 0 || select)) {
    throw new BindingError('Error parsing `filter` params: a filter or selection needs schema and table');
  }
  const readable = found ? await readableColumns(found, catalog, subscriber) : new Map<string, string>();
  for (const name of select ?? []) {
    if (!readable.has(name))
      throw new BindingError(`Error parsing \`select\` params: invalid column "${name}"`);
  }
  return {
    id: bindingId(requested),
    types,
    schema,
    table,
    filters: conditions.map((condition) => compile(condition, readable, patterns)),
    select,
  };
}

function readConditions({ filter }: RequestedBinding): Condition[] {
  try {
    return parseFilter(filter ?? '');
  } catch (error) {
    throw filterProblem(error);
  }
}

function compile(
  condition: Condition,
  readable: ReadonlyMap<string, string>,
  patterns: PatternBudget,
): Filter {
  const type = readable.get(condition.column);
  // Gives the same error for an unknown and a forbidden column.
  if (type === undefined) throw filterProblem(new FilterError(`invalid column "${condition.column}"`));
  const isPattern = takesPattern(condition.operator);
  if (isPattern && !patterns.spend(stepsToCompile(condition.values[0] ?? ''))) throw new PatternsBusyError();
  try {
    return compileFilter(condition, type);
  } catch (error) {
    throw filterProblem(error);
  }
}

function filterProblem(error: unknown): unknown {
  if (!(error instanceof FilterError)) return error;
  return new BindingError(`Error parsing \`filter\` params: ${error.message}`);
}

async function readableColumns(
  table: LiveTable,
  catalog: CatalogSnapshot,
  { role }: Subscriber,
): Promise<Map<string, string>> {
  const { whole, columns } = (await catalog.rights(role))(table);
  return new Map(
    table.columns
      .filter(({ name }) => whole || columns.has(name))
      .map(({ name, baseType }) => [name, baseType]),
  );
}

function cannotSubscribe({ event, schema, table, filter }: RequestedBinding): string {
  const parameters = `event: ${event}, schema: ${schema || '*'}, table: ${table || '*'}, filter: ${filter || 'none'}`;
  return `Unable to subscribe to changes with given parameters. Is the table in the publication supabase_realtime? [${parameters}]`;
}
