import type { ColumnPair, DirectRelationship, JunctionRelationship, Relation } from './model.ts';

/** A relation that shows the columns of one end of a key: the table itself or a view of it. */
export interface KeyEnd {
  relation: Relation;
  /** The key's columns by the relation's names, in the key's order. */
  columns: readonly string[];
}

export interface ForeignKey {
  constraint: string;
  /** The table that holds the key, whether or not it is exposed. */
  table: number;
  sources: readonly KeyEnd[];
  targets: readonly KeyEnd[];
  /**
   * Whether its columns are a unique key of the source: then each target row has one source row at
   * most.
   */
  unique: boolean;
}

/**
 * Finds the ways between relations: each foreign key leads both ways, and a table whose primary key
 * holds two foreign keys joins the two tables that they point to. Adds them to the relations.
 */
export function linkRelations(foreignKeys: readonly ForeignKey[]): void {
  for (const key of foreignKeys) {
    for (const source of key.sources) {
      for (const target of key.targets) {
        // An embed names its target without a schema.
        if (source.relation.schema === target.relation.schema) linkDirectly(key, source, target);
      }
    }
  }
  for (const first of foreignKeys) {
    for (const second of foreignKeys) {
      if (first !== second && first.table === second.table) linkThrough(first, second);
    }
  }
}

function linkDirectly({ constraint, table, unique }: ForeignKey, source: KeyEnd, target: KeyEnd): void {
  const there: DirectRelationship = {
    kind: unique ? 'one-to-one' : 'many-to-one',
    constraint,
    table,
    source: source.relation,
    target: target.relation,
    pairs: pairsOf(source, target),
  };
  const back: DirectRelationship = {
    kind: unique ? 'one-to-one' : 'one-to-many',
    constraint,
    table,
    source: target.relation,
    target: source.relation,
    pairs: pairsOf(target, source),
  };
  source.relation.relationships.push(there);
  target.relation.relationships.push(back);
}

/** One junction is enough: the table, or a view of it where the table is not exposed. */
function linkThrough(first: ForeignKey, second: ForeignKey): void {
  for (const via of first.sources) {
    const onward = second.sources.find((end) => end.relation === via.relation);
    const key = via.relation.primaryKey;
    if (onward === undefined || ![...via.columns, ...onward.columns].every((name) => key.includes(name)))
      continue;
    for (const source of first.targets) {
      for (const target of second.targets) {
        const { schema } = via.relation;
        if (source.relation.schema !== schema || target.relation.schema !== schema) continue;
        const relationship: JunctionRelationship = {
          kind: 'many-to-many',
          source: source.relation,
          target: target.relation,
          junction: via.relation,
          sourceConstraint: first.constraint,
          targetConstraint: second.constraint,
          table: first.table,
          sourcePairs: pairsOf(source, via),
          targetPairs: pairsOf(target, onward),
        };
        source.relation.relationships.push(relationship);
      }
    }
    return;
  }
}

function pairsOf(from: KeyEnd, to: KeyEnd): ColumnPair[] {
  return from.columns.map((name, index): ColumnPair => [name, to.columns[index] as string]);
}
