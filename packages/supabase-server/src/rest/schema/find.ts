import { requestErrors } from '../rest-error.ts';
import type {
  ComputedRelationship,
  DatabaseFunction,
  DatabaseSchema,
  KeyRelationship,
  Relation,
  Relationship,
  SchemaObjects,
} from './model.ts';
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
 * Finds the relationship that an embed names: by the other table, the foreign key, or its column. A
 * hint (foreign key, its column on either side, or the junction table) decides between several
 * (supabase-protocol 3.1). A function of that name takes precedence over all keys.
 * @throws {RestError} PGRST200 when none matches, PGRST201 when several do
 */
export function findRelationship(source: Relation, target: string, hint: string | null): Relationship {
  const computed = source.relationships.find(
    (relationship): relationship is ComputedRelationship =>
      relationship.kind === 'computed' && relationship.name === target,
  );
  if (computed !== undefined && hint === null) return computed;
  const found = source.relationships
    .filter(isAlongKey)
    .filter((relationship) =>
      relationship.source === relationship.target
        ? isMeantSelf(relationship, target, hint)
        : isMeant(relationship, target, hint),
    );
  const [first, second] = found;
  if (first === undefined) throw noRelationship(source, target, hint);
  if (second !== undefined) throw ambiguousRelationship(source, target, found);
  return first;
}

function isAlongKey(relationship: Relationship): relationship is KeyRelationship {
  return relationship.kind !== 'computed';
}

function isMeant(relationship: KeyRelationship, target: string, hint: string | null): boolean {
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
 * A table that points to itself has two ways along one key: its own name leads to the rows that
 * point to this one, the column to the row that this one points to.
 */
function isMeantSelf(relationship: KeyRelationship, target: string, hint: string | null): boolean {
  if (relationship.kind === 'one-to-many') {
    const [, to] = singlePair(relationship);
    return target === relationship.target.name && (hint === null || hint === to);
  }
  const [from] = singlePair(relationship);
  return relationship.kind === 'many-to-one' && hint === null && target === from;
}

/** The columns of a key with one column on each side: only those can name the key. */
function singlePair(relationship: KeyRelationship): readonly [string | null, string | null] {
  if (relationship.kind === 'many-to-many' || relationship.pairs.length !== 1) return [null, null];
  return relationship.pairs[0] ?? [null, null];
}

/** The type of a body that is one argument as a whole. */
export type WholeBody = 'json' | 'text' | 'xml' | 'binary';

/**
 * Finds the function that takes exactly these arguments.
 * @param body of a POST, which a function of one unnamed parameter takes as a whole; null for other
 * requests
 * @throws {RestError} PGRST202 when none matches, PGRST203 when several do
 */
export function findFunction(
  objects: SchemaObjects,
  schema: string,
  name: string,
  args: readonly string[],
  body: WholeBody | null,
): DatabaseFunction {
  const overloads = objects.functions.get(name) ?? [];
  const hasNames = body === null || body === 'json';
  // A query cannot bring a whole body, nor can SQL name a parameter without a name.
  const named =
    hasNames && (body !== null || !args.includes('')) ? overloads.filter((one) => accepts(one, args)) : [];
  const found =
    named.length > 0 || body === null
      ? named
      : overloads.filter((candidate) => takesWholeBody(candidate, body));
  const [first, second] = found;
  if (first === undefined) throw unknownFunction(schema, name, args, objects, body);
  if (second !== undefined) throw ambiguousFunction(found);
  return first;
}

function accepts({ parameters }: DatabaseFunction, args: readonly string[]): boolean {
  return (
    args.every((arg) => parameters.some((parameter) => parameter.name === arg)) &&
    parameters.every((parameter) => !parameter.required || args.includes(parameter.name))
  );
}

const WHOLE_TYPES: Record<WholeBody, readonly string[]> = {
  json: ['"pg_catalog"."json"', '"pg_catalog"."jsonb"'],
  text: ['"pg_catalog"."text"'],
  xml: ['"pg_catalog"."xml"'],
  binary: ['"pg_catalog"."bytea"'],
};

/** Checks whether the function has one unnamed parameter whose type fits such a body. */
export function takesWholeBody({ parameters }: DatabaseFunction, body: WholeBody): boolean {
  const only = parameters.length === 1 ? parameters[0] : undefined;
  return only?.name === '' && WHOLE_TYPES[body].includes(only.type.sql);
}
