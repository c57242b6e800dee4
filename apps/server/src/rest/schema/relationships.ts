import type { ColumnPair, DirectRelationship, JunctionRelationship, Relation } from './model.ts';

export interface ForeignKey {
  constraint: string;
  source: Relation;
  target: Relation;
  /** Source column, target column. */
  pairs: readonly ColumnPair[];
  /** Whether its columns are a unique key of the source: then each target row has one source row at most. */
  unique: boolean;
}

/**
 * Finds the ways between relations: each foreign key leads both ways, and a table whose primary key holds two foreign keys joins
 * the two tables that they point to. Adds them to the relations.
 */
export function linkRelations(foreignKeys: readonly ForeignKey[]): void {
  for (const key of foreignKeys) {
    const { constraint, source, target, pairs, unique } = key;
    const there: DirectRelationship = {
      kind: unique ? 'one-to-one' : 'many-to-one',
      constraint,
      source,
      target,
      pairs,
    };
    const back: DirectRelationship = {
      kind: unique ? 'one-to-one' : 'one-to-many',
      constraint,
      source: target,
      target: source,
      pairs: pairs.map(([from, to]): ColumnPair => [to, from]),
    };
    source.relationships.push(there);
    target.relationships.push(back);
  }
  for (const first of foreignKeys) {
    for (const second of foreignKeys) {
      if (first !== second && first.source === second.source && areJunction(first, second)) {
        first.target.relationships.push(throughJunction(first, second));
      }
    }
  }
}

function areJunction(first: ForeignKey, second: ForeignKey): boolean {
  const { primaryKey } = first.source;
  return [...first.pairs, ...second.pairs].every(([column]) => primaryKey.includes(column));
}

function throughJunction(first: ForeignKey, second: ForeignKey): JunctionRelationship {
  return {
    kind: 'many-to-many',
    source: first.target,
    target: second.target,
    junction: first.source,
    sourceConstraint: first.constraint,
    targetConstraint: second.constraint,
    sourcePairs: first.pairs.map(([from, to]): ColumnPair => [to, from]),
    targetPairs: second.pairs.map(([from, to]): ColumnPair => [to, from]),
  };
}
