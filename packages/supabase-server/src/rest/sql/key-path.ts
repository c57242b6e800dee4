import { requestErrors } from '../rest-error.ts';
import { isToOne, type Relation, type Relationship } from '../schema/model.ts';

/** A foreign key, or a function of a row, that the embeds above a source were found along. */
export interface KeyStep {
  key: string;
  source: Relation;
}

/**
 * Follows a relationship from the source at the end of `path`. A path must not use a key twice:
 * each way there and back multiplies the rows, so a short URL could keep the database busy. Only a
 * chain of single rows may repeat a key, such as the parent of a parent.
 * @returns the path of the target
 * @throws {RestError} PGRST127
 */
export function followKey(
  path: readonly KeyStep[],
  relationship: Relationship,
  target: string,
): readonly KeyStep[] {
  const keys = keysOf(relationship);
  for (const key of keys) {
    const before = path.find((step) => step.key === key.id);
    const isChain = isToOne(relationship) && before?.source === relationship.source;
    if (before !== undefined && !isChain) {
      throw requestErrors.notImplemented(
        `'${target}' is embedded along '${key.name}', which an embedded resource around it already uses. ` +
          'Ask for it in a request of its own.',
      );
    }
  }
  return [...path, ...keys.map(({ id }) => ({ key: id, source: relationship.source }))];
}

function keysOf(relationship: Relationship): ReadonlyArray<{ id: string; name: string }> {
  switch (relationship.kind) {
    case 'computed':
      return [{ id: relationship.sql, name: relationship.name }];
    case 'many-to-many': {
      const { table, sourceConstraint, targetConstraint } = relationship;
      return [sourceConstraint, targetConstraint].map((name) => keyOf(table, name));
    }
    default:
      return [keyOf(relationship.table, relationship.constraint)];
  }
}

/** Constraints of different tables may share a name. */
function keyOf(table: number, name: string) {
  return { id: `${table} ${name}`, name };
}
