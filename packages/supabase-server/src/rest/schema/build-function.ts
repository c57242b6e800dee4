import { quoteQualified } from '../../db/identifiers.ts';
import type { FunctionRow } from './catalog.ts';
import {
  type Column,
  type DatabaseFunction,
  type FunctionResult,
  type Parameter,
  type Relation,
  resultRow,
} from './model.ts';
import type { TypeCatalog } from './types.ts';

const VOLATILITY = { i: 'immutable', s: 'stable', v: 'volatile' } as const;
const OUTPUT_MODES = new Set(['o', 'b', 't']);

/** @param byRowType relations by the type of their rows */
export function buildFunction(
  row: FunctionRow,
  types: TypeCatalog,
  byRowType: ReadonlyMap<number, Relation>,
): DatabaseFunction {
  return {
    schema: row.schema,
    name: row.name,
    sql: quoteQualified(row.schema, row.name),
    parameters: inputParameters(row, types),
    result: functionResult(row, types, byRowType),
    volatility: VOLATILITY[row.volatility],
  };
}

/**
 * A function of nothing but a row of an exposed relation, which gives one value, is a computed
 * column of that relation.
 */
export function addComputedColumn(
  row: FunctionRow,
  types: TypeCatalog,
  byRowType: ReadonlyMap<number, Relation>,
): void {
  const [type] = row.argTypes;
  const relation = row.argTypes.length === 1 && type !== undefined ? byRowType.get(type) : undefined;
  if (relation === undefined || relation.schema !== row.schema || row.returnsSet) return;
  if (row.argModes === null) {
    relation.computed.set(row.name, {
      sql: quoteQualified(row.schema, row.name),
      type: types.ref(row.returns),
    });
  }
}

/**
 * A function of nothing but a row of an exposed relation, which returns a row or rows of another,
 * leads there. A relation may so get a better way than its foreign keys give. Where a function that
 * returns one row gives null, the embedded row has only nulls.
 */
export function addComputedRelationship(row: FunctionRow, byRowType: ReadonlyMap<number, Relation>): void {
  const [type] = row.argTypes;
  const source = row.argTypes.length === 1 && type !== undefined ? byRowType.get(type) : undefined;
  const target = byRowType.get(row.returns);
  if (source === undefined || target === undefined) return;
  // An embed names its target without a schema.
  if (source.schema !== row.schema || row.argModes !== null) return;
  source.relationships.push({
    kind: 'computed',
    name: row.name,
    sql: quoteQualified(row.schema, row.name),
    source,
    target,
    toOne: !row.returnsSet || row.rows === 1,
  });
}

/** Types of a single unnamed parameter, which takes a body as a whole. */
const WHOLE_TYPES = new Set(['json', 'jsonb', 'text', 'xml', 'bytea']);

/**
 * Checks whether a request can name the arguments of a function: all parameters have names, or the
 * only one takes the body as a whole (supabase-protocol 3.1). Other functions count as absent.
 */
export function isCallable({ parameters }: DatabaseFunction): boolean {
  const [first, ...others] = parameters;
  if (parameters.every(({ name }) => name !== '')) return true;
  return others.length === 0 && first !== undefined && WHOLE_TYPES.has(first.type.shown);
}

function inputParameters(row: FunctionRow, types: TypeCatalog): Parameter[] {
  const inputs = row.argTypes.flatMap((type, index) => {
    const mode = row.argModes?.[index] ?? 'i';
    if (mode === 'o' || mode === 't') return [];
    return [{ name: row.argNames?.[index] ?? '', type: types.ref(type), variadic: mode === 'v' }];
  });
  // Defaults belong to the last parameters.
  const firstOptional = inputs.length - row.defaults;
  return inputs.map((input, index) => ({ ...input, required: index < firstOptional && !input.variadic }));
}

function functionResult(
  row: FunctionRow,
  types: TypeCatalog,
  byRowType: ReadonlyMap<number, Relation>,
): FunctionResult {
  const outputs = row.argTypes.flatMap((type, index): Array<[string, Column]> => {
    if (!OUTPUT_MODES.has(row.argModes?.[index] ?? 'i')) return [];
    const name = row.argNames?.[index] || `column${index + 1}`;
    return [[name, { name, type: types.ref(type), defaultSql: null }]];
  });
  if (outputs.length > 0) {
    return {
      kind: 'rows',
      set: row.returnsSet,
      relation: resultRow({ ...row, sql: quoteQualified(row.schema, row.name) }, new Map(outputs)),
    };
  }
  const table = byRowType.get(row.returns);
  if (table !== undefined) return { kind: 'rows', set: row.returnsSet, relation: table };
  const typeName = types.kindOf(row.returns) === 'p' ? types.nameOf(row.returns) : undefined;
  if (typeName === 'void') return { kind: 'void' };
  if (typeName === 'record') return { kind: 'rows', set: row.returnsSet, relation: null };
  return { kind: 'scalar', set: row.returnsSet };
}
