import { RestError } from '../rest-error.ts';
import type {
  DatabaseFunction,
  DirectRelationship,
  KeyRelationship,
  Relation,
  SchemaObjects,
} from './model.ts';
import { suggest } from './suggest.ts';

// Names that the schema does not have (PGRST2xx). Each is worth one look at the database: it may
// have changed.

const STALE = { schemaMiss: true } as const;

export function unknownTable(schema: string, name: string, objects: SchemaObjects): RestError {
  const like = suggest(name, objects.relations.keys());
  return new RestError(404, 'PGRST205', `Could not find the table '${schema}.${name}' in the schema cache`, {
    hint: like === null ? null : `Perhaps you meant the table '${schema}.${like}'`,
    ...STALE,
  });
}

/**
 * A column in a filter, an order or a select: PostgreSQL's own words, since it is PostgreSQL's
 * error code.
 */
export function unknownColumn(relation: Relation, name: string): RestError {
  return new RestError(400, '42703', `column ${relation.name}.${name} does not exist`, STALE);
}

/** A column that a write sets. */
export function unknownWrittenColumn(relation: Relation, name: string): RestError {
  return new RestError(
    400,
    'PGRST204',
    `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
    STALE,
  );
}

export function unknownType(name: string): RestError {
  return new RestError(400, '42704', `type "${name}" does not exist`, STALE);
}

export function noRelationship(source: Relation, target: string, hint: string | null): RestError {
  const { name, schema } = source;
  const like = suggest(
    target,
    source.relationships.map((relationship) =>
      relationship.kind === 'computed' ? relationship.name : relationship.target.name,
    ),
  );
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${name}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${name}' and '${target}'${using} in the schema '${schema}', but no matches were found.`,
      hint: like === null ? null : `Perhaps you meant '${like}' instead of '${target}'.`,
      ...STALE,
    },
  );
}

export function ambiguousRelationship(
  source: Relation,
  target: string,
  found: readonly KeyRelationship[],
): RestError {
  const choices = found.map((relationship) => `'${relationship.target.name}!${hintFor(relationship)}'`);
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source.name}' and '${target}'`,
    {
      details: found.map((relationship) => ({
        cardinality: relationship.kind,
        embedding: `${relationship.source.name} with ${relationship.target.name}`,
        relationship: describe(relationship),
      })),
      hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function hintFor(relationship: KeyRelationship): string {
  return relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint;
}

function describe(relationship: KeyRelationship): string {
  if (relationship.kind !== 'many-to-many') return describeDirect(relationship);
  const { junction, sourceConstraint, targetConstraint, sourcePairs, targetPairs } = relationship;
  const columns = (pairs: typeof sourcePairs) => pairs.map((pair) => pair[1]).join(', ');
  return `${junction.name} using ${sourceConstraint}(${columns(sourcePairs)}) and ${targetConstraint}(${columns(targetPairs)})`;
}

function describeDirect({ constraint, source, target, pairs }: DirectRelationship): string {
  const columns = (side: 0 | 1) => pairs.map((pair) => pair[side]).join(', ');
  return `${constraint} using ${source.name}(${columns(0)}) and ${target.name}(${columns(1)})`;
}

const WHOLE_PARAMETERS = {
  json: 'json/jsonb',
  text: 'text',
  xml: 'xml',
  binary: 'bytea',
};

/** @param body of a POST, null for other requests */
export function unknownFunction(
  schema: string,
  name: string,
  args: readonly string[],
  objects: SchemaObjects,
  body: keyof typeof WHOLE_PARAMETERS | null,
): RestError {
  const overloads = objects.functions.get(name);
  const called =
    overloads === undefined
      ? suggest(name, objects.functions.keys())
      : closestSignature(name, args, overloads);
  const whole = body === null ? '' : ` with a single unnamed ${WHOLE_PARAMETERS[body]} parameter`;
  const list = args.length === 0 ? ' without parameters' : `(${args.join(', ')})`;
  const searched =
    args.length === 0
      ? ' without parameters'
      : ` with parameter${args.length > 1 ? 's' : ''} ${args.join(', ')}`;
  const hasNames = body === null || body === 'json';
  const searches = [...(hasNames ? [searched] : []), ...(whole === '' ? [] : [whole])].join(' or');
  return new RestError(
    404,
    'PGRST202',
    `Could not find the function ${schema}.${name}${hasNames ? list : ''} in the schema cache`,
    {
      details: `Searched for the function ${schema}.${name}${searches}, but no matches were found in the schema cache.`,
      hint: called === null ? null : `Perhaps you meant to call the function ${schema}.${called}`,
      ...STALE,
    },
  );
}

function closestSignature(
  name: string,
  args: readonly string[],
  overloads: readonly DatabaseFunction[],
): string | null {
  const shared = (candidate: DatabaseFunction) =>
    candidate.parameters.filter((parameter) => args.includes(parameter.name)).length;
  const best = [...overloads].sort((a, b) => shared(b) - shared(a))[0];
  if (best === undefined) return null;
  const names = best.parameters.map((parameter) => parameter.name).sort();
  return `${name}(${names.join(', ')})`;
}

export function ambiguousFunction(found: readonly DatabaseFunction[]): RestError {
  const signatures = found
    .map(({ parameters }) => parameters.map((p) => `${p.name} => ${p.type.shown}`))
    .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1))
    .map((list) => `${found[0]?.schema}.${found[0]?.name}(${list.join(', ')})`);
  return new RestError(
    300,
    'PGRST203',
    `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  );
}
