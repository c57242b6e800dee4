import { quoteQualified } from '../../db/identifiers.ts';
import { groupBy } from '../group-by.ts';
import { addComputedColumn, addComputedRelationship, buildFunction, isCallable } from './build-function.ts';
import type { CatalogRows, RelationRow, UniqueKeyRow } from './catalog.ts';
import type { Column, DatabaseSchema, Relation, SchemaObjects } from './model.ts';
import { type ForeignKey, type KeyEnd, linkRelations } from './relationships.ts';
import { buildTypes, type TypeCatalog } from './types.ts';
import { type Origin, viewOrigins } from './view-columns.ts';

interface LoadedRelation {
  row: RelationRow;
  relation: Relation;
}

/**
 * The columns of a table that an exposed relation shows: the relation's names by the table's column
 * numbers.
 */
interface Exposure {
  relation: Relation;
  names: ReadonlyMap<number, string>;
}

/** Turns catalog rows into the schema that requests are checked against. */
export function buildSchema(rows: CatalogRows, schemas: readonly string[]): DatabaseSchema {
  const types = buildTypes(rows.types, schemas);
  const uniqueKeys = groupBy(rows.uniqueKeys, (key) => key.relation);
  const origins = viewOrigins(rows.views);
  const defaultOf = originDefaults(rows, origins);
  const loaded = rows.relations.map(
    (row): LoadedRelation => ({
      row,
      relation: newRelation(row, types, defaultOf),
    }),
  );
  const exposed = loaded.filter(({ row }) => row.kind !== 'c' && schemas.includes(row.schema));
  const exposures = findExposures(origins, exposed);
  for (const [table, shown] of exposures) setPrimaryKeys(shown, uniqueKeys.get(table) ?? []);
  linkRelations(foreignKeys(rows, exposures, uniqueKeys));
  const byRowType = new Map(loaded.map(({ row, relation }) => [row.type, relation]));
  const functions = rows.functions.map((row) => buildFunction(row, types, byRowType)).filter(isCallable);
  const exposedRowTypes = new Map(exposed.map(({ row, relation }) => [row.type, relation]));
  for (const row of rows.functions) {
    addComputedColumn(row, types, byRowType);
    addComputedRelationship(row, exposedRowTypes);
  }
  const bySchema = schemas.map((schema): [string, SchemaObjects] => [
    schema,
    {
      relations: new Map(
        exposed.flatMap(({ relation }) => (relation.schema === schema ? [[relation.name, relation]] : [])),
      ),
      functions: groupBy(
        functions.filter((f) => f.schema === schema),
        (f) => f.name,
      ),
    },
  ]);
  return { schemas: new Map(bySchema), types: types.castable };
}

/** Gives a column of a view the default of the table's column that it shows. */
function originDefaults(
  rows: CatalogRows,
  origins: ReadonlyMap<number, ReadonlyMap<number, Origin>>,
): (relation: number, column: number) => string | null {
  const defaults = new Map(rows.defaults.map(({ table, column, sql }) => [`${table}.${column}`, sql]));
  return (relation, column) => {
    const origin = origins.get(relation)?.get(column);
    return origin === undefined ? null : (defaults.get(`${origin.table}.${origin.column}`) ?? null);
  };
}

const UPDATE = 4;
const INSERT = 8;
const DELETE = 16;

function newRelation(
  row: RelationRow,
  types: TypeCatalog,
  defaultOf: (relation: number, column: number) => string | null,
): Relation {
  const columns = row.columns.map((column): [string, Column] => [
    column.name,
    {
      name: column.name,
      type: types.ref(column.type),
      defaultSql: column.default ?? defaultOf(row.oid, column.number),
    },
  ]);
  return {
    schema: row.schema,
    name: row.name,
    sql: quoteQualified(row.schema, row.name),
    isView: row.kind === 'v' || row.kind === 'm',
    writable: {
      insert: (row.events & INSERT) !== 0,
      update: (row.events & UPDATE) !== 0,
      delete: (row.events & DELETE) !== 0,
    },
    columns: new Map(columns),
    computed: new Map(),
    primaryKey: [],
    relationships: [],
  };
}

/**
 * @returns by table: the table itself first, if it is exposed, then the views that show columns of
 * it
 */
function findExposures(
  origins: ReadonlyMap<number, ReadonlyMap<number, Origin>>,
  exposed: readonly LoadedRelation[],
): Map<number, Exposure[]> {
  const exposures = new Map<number, Exposure[]>();
  const expose = (table: number, relation: Relation, names: ReadonlyMap<number, string>) => {
    exposures.set(table, [...(exposures.get(table) ?? []), { relation, names }]);
  };
  for (const { row, relation } of exposed) {
    if (!relation.isView) expose(row.oid, relation, new Map(row.columns.map((c) => [c.number, c.name])));
  }
  for (const { row, relation } of exposed) {
    const shown = [...(origins.get(row.oid) ?? [])].map(([number, origin]) => ({ number, ...origin }));
    for (const [table, columns] of groupBy(shown, (column) => column.table)) {
      const names = new Map<number, string>();
      for (const { number, column } of columns) {
        const name = row.columns.find((candidate) => candidate.number === number)?.name;
        if (name !== undefined && !names.has(column)) names.set(column, name);
      }
      expose(table, relation, names);
    }
  }
  return exposures;
}

/** A view that shows a table's whole primary key has it too. */
function setPrimaryKeys(exposures: readonly Exposure[], keys: readonly UniqueKeyRow[]): void {
  const primary = keys.find((key) => key.primary);
  if (primary === undefined) return;
  for (const exposure of exposures) {
    const names = namesIn(exposure, primary.columns);
    // A view over several tables has the key of the first.
    if (names !== null && exposure.relation.primaryKey.length === 0) exposure.relation.primaryKey = names;
  }
}

function foreignKeys(
  rows: CatalogRows,
  exposures: ReadonlyMap<number, readonly Exposure[]>,
  uniqueKeys: ReadonlyMap<number, readonly UniqueKeyRow[]>,
): ForeignKey[] {
  return rows.foreignKeys.map((key) => ({
    constraint: key.name,
    table: key.source,
    sources: keyEnds(exposures.get(key.source) ?? [], key.sourceColumns),
    targets: keyEnds(exposures.get(key.target) ?? [], key.targetColumns),
    unique: (uniqueKeys.get(key.source) ?? []).some((candidate) =>
      candidate.columns.every((column) => key.sourceColumns.includes(column)),
    ),
  }));
}

function keyEnds(exposures: readonly Exposure[], columns: readonly number[]): KeyEnd[] {
  return exposures.flatMap((exposure) => {
    const names = namesIn(exposure, columns);
    return names === null ? [] : [{ relation: exposure.relation, columns: names }];
  });
}

/** @returns the names of these table columns, or null when one of them is not shown */
function namesIn({ names }: Exposure, columns: readonly number[]): string[] | null {
  const found = columns.flatMap((column) => names.get(column) ?? []);
  return found.length === columns.length ? found : null;
}
