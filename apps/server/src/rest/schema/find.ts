import { requestErrors } from '../rest-error.ts';
import type { DatabaseFunction, DatabaseSchema, Relation, Relationship, SchemaObjects } from './model.ts';
import {
  ambiguousFunction,
  ambiguousRelationship,
  noRelationship,
  unknownFunction,
  unknownTable,
} from './schema-errors.ts';

/** @throws {RestError} PGRST106 when the schema is not exposed */
export function findSchema(database: DatabaseSchema, name: string): SchemaObjects {
  const objects = database.schemas.get(name);
  if (objects === undefined) throw requestErrors.schema(name, [...database.schemas.keys()]);
  return objects;
}

/** @throws {RestError} PGRST205 */
export function findRelation(objects: SchemaObjects, schema: string, name: string): Relation {
  const relation = objects.relations.get(name);
  if (relation === undefined) throw unknownTable(schema, name, objects);
  return relation;
}

/**
 * Finds the way from a relation to what an embed names: the other table, the foreign key, or the column that holds it. A hint
 * (foreign key, its column on either side, or the junction table) decides between several (wire facts B1).
 * @throws {RestError} PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(source: Relation, target: string, hint: string | null): Relationship {
  const found = source.relationships.filter((relationship) =>
    relationship.source === relationship.target
      ? isMeantSelf(relationship, target, hint)
      : isMeant(relationship, target, hint),
  );
  const [first, second] = found;
  if (first === undefined) throw noRelationship(source, target, hint);
  if (second !== undefined) throw ambiguousRelationship(source, target, found);
  return first;
}

function isMeant(relationship: Relationship, target: string, hint: string | null): boolean {
  const named = target === relationship.target.name;
  if (relationship.kind === 'many-to-many') {
    return named && (hint === null || hint === relationship.junction.name);
  }
  const { constraint } = relationship;
  const [from, to] = singlePair(relationship);
  if (hint !== null) return named && (hint === constraint || hint === from || hint === to);
  // A key names the table that it points to, not the views of it.
  return named || (!relationship.target.isView && (target === constraint || target === from));
}

/**
 * A table that points to itself has two ways along one key: its own name leads to the rows that point to this one, the column to
 * the row that this one points to.
 */
function isMeantSelf(relationship: Relationship, target: string, hint: string | null): boolean {
  if (relationship.kind === 'one-to-many') {
    const [, to] = singlePair(relationship);
    return target === relationship.target.name && (hint === null || hint === to);
  }
  const [from] = singlePair(relationship);
  return relationship.kind === 'many-to-one' && hint === null && target === from;
}

/** The columns of a key that has one column on each side: only those can stand for the key. */
function singlePair(relationship: Relationship): readonly [string | null, string | null] {
  if (relationship.kind === 'many-to-many' || relationship.pairs.length !== 1) return [null, null];
  return relationship.pairs[0] ?? [null, null];
}

/**
 * Finds the function that takes exactly these arguments.
 * @param isPost whether a function with one unnamed JSON parameter may take the whole body
 * @throws {RestError} PGRST202 when there is none, PGRST203 when there are several
 */
export function findFunction(
  objects: SchemaObjects,
  schema: string,
  name: string,
  args: readonly string[],
  isPost: boolean,
): DatabaseFunction {
  const overloads = objects.functions.get(name) ?? [];
  const named = overloads.filter((candidate) => accepts(candidate, args));
  const found = named.length > 0 || !isPost ? named : overloads.filter(takesWholeBody);
  const [first, second] = found;
  if (first === undefined) throw unknownFunction(schema, name, args, objects, isPost);
  if (second !== undefined) throw ambiguousFunction(found);
  return first;
}

function accepts({ parameters }: DatabaseFunction, args: readonly string[]): boolean {
  return (
    args.every((arg) => arg !== '' && parameters.some((parameter) => parameter.name === arg)) &&
    parameters.every((parameter) => !parameter.required || args.includes(parameter.name))
  );
}

/** Whether it has one unnamed `json` or `jsonb` parameter. */
export function takesWholeBody({ parameters }: DatabaseFunction): boolean {
  const only = parameters.length === 1 ? parameters[0] : undefined;
  return only?.name === '' && (only.type.special === 'json' || only.type.special === 'jsonb');
}
