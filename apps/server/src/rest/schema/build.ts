import { groupBy } from '../group-by.ts';
import { quoteQualified } from '../sql/identifiers.ts';
import type { CatalogRows, FunctionRow, RelationRow, UniqueKeyRow } from './catalog.ts';
import type {
  Column,
  ColumnPair,
  DatabaseFunction,
  DatabaseSchema,
  FunctionResult,
  Parameter,
  Relation,
  SchemaObjects,
} from './model.ts';
import { type ForeignKey, linkRelations } from './relationships.ts';
import { buildTypes, type TypeCatalog } from './types.ts';

const VOLATILITY = { i: 'immutable', s: 'stable', v: 'volatile' } as const;
const OUTPUT_MODES = new Set(['o', 'b', 't']);

interface LoadedRelation {
  row: RelationRow;
  relation: Relation;
  /** Names by attribute number. */
  names: ReadonlyMap<number, string>;
}

/** Turns catalog rows into the schema that requests are checked against. */
export function buildSchema(rows: CatalogRows, schemas: readonly string[]): DatabaseSchema {
  const types = buildTypes(rows.types, schemas);
  const uniqueKeys = groupBy(rows.uniqueKeys, (key) => key.relation);
  const loaded = new Map(
    rows.relations.map((row) => [row.oid, loadRelation(row, uniqueKeys.get(row.oid) ?? [], types)]),
  );
  linkRelations(foreignKeys(rows, loaded, uniqueKeys));
  const byRowType = new Map([...loaded.values()].map(({ row, relation }) => [row.type, relation]));
  const relations = [...loaded.values()].filter(({ row }) => row.kind !== 'c').map((l) => l.relation);
  const functions = rows.functions.map((row) => buildFunction(row, types, byRowType));
  const bySchema = schemas.map((schema): [string, SchemaObjects] => [
    schema,
    {
      relations: new Map(relations.filter((r) => r.schema === schema).map((r) => [r.name, r])),
      functions: groupBy(
        functions.filter((f) => f.schema === schema),
        (f) => f.name,
      ),
    },
  ]);
  return { schemas: new Map(bySchema), types: types.castable };
}

function loadRelation(
  row: RelationRow,
  uniqueKeys: readonly UniqueKeyRow[],
  types: TypeCatalog,
): LoadedRelation {
  const names = new Map(row.columns.map((column) => [column.number, column.name]));
  const columns = row.columns.map((column): [string, Column] => [
    column.name,
    { name: column.name, type: types.ref(column.type), defaultSql: column.default },
  ]);
  const primary = uniqueKeys.find((key) => key.primary);
  return {
    row,
    names,
    relation: {
      schema: row.schema,
      name: row.name,
      sql: quoteQualified(row.schema, row.name),
      isView: row.kind === 'v' || row.kind === 'm',
      columns: new Map(columns),
      primaryKey: primary === undefined ? [] : namesOf(primary.columns, names),
      relationships: [],
    },
  };
}

/** Keys between exposed relations of one schema: an embed names its target without a schema. */
function foreignKeys(
  rows: CatalogRows,
  loaded: ReadonlyMap<number, LoadedRelation>,
  uniqueKeys: ReadonlyMap<number, readonly UniqueKeyRow[]>,
): ForeignKey[] {
  return rows.foreignKeys.flatMap((key) => {
    const source = loaded.get(key.source);
    const target = loaded.get(key.target);
    if (!source || !target || source.row.schema !== target.row.schema) return [];
    const targetNames = namesOf(key.targetColumns, target.names);
    const pairs = namesOf(key.sourceColumns, source.names).map(
      (name, index): ColumnPair => [name, targetNames[index] as string],
    );
    const unique = (uniqueKeys.get(key.source) ?? []).some((candidate) =>
      candidate.columns.every((column) => key.sourceColumns.includes(column)),
    );
    return [{ constraint: key.name, source: source.relation, target: target.relation, pairs, unique }];
  });
}

function namesOf(numbers: readonly number[], names: ReadonlyMap<number, string>): string[] {
  return numbers.map((number) => names.get(number) as string);
}

function buildFunction(
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
    return { kind: 'rows', set: row.returnsSet, relation: resultRelation(row, new Map(outputs)) };
  }
  const table = byRowType.get(row.returns);
  if (table !== undefined) return { kind: 'rows', set: row.returnsSet, relation: table };
  const typeName = types.kindOf(row.returns) === 'p' ? types.nameOf(row.returns) : undefined;
  if (typeName === 'void') return { kind: 'void' };
  if (typeName === 'record') return { kind: 'rows', set: row.returnsSet, relation: null };
  return { kind: 'scalar', set: row.returnsSet };
}

function resultRelation(row: FunctionRow, columns: ReadonlyMap<string, Column>): Relation {
  return {
    schema: row.schema,
    name: row.name,
    sql: quoteQualified(row.schema, row.name),
    isView: true,
    columns,
    primaryKey: [],
    relationships: [],
  };
}
