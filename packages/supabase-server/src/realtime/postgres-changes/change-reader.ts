import { SILENT_DELETES } from '../../db/silent-deletes.ts';
import type { StreamedChange } from './change.ts';
import { type Relation, readMessage, relationOfChange } from './pgoutput.ts';

/** A change with the transaction that committed it. */
export interface CommittedChange extends StreamedChange {
  /** The lower 32 bits of the transaction's id. */
  xid: number;
  /** Bytes of the stream. */
  bytes: number;
}

export interface ChangeReaderOptions {
  /** Checks whether a subscriber could want the table's changes; others are not read. */
  concerns(schema: string, table: string): boolean;
  /** A table is described for the first time, or it was altered, or its policies were. */
  onRelation(): void;
}

/**
 * Reads the messages of one connection, in their order.
 * @returns a function that gives the change in a message, or null
 */
export function createChangeReader({
  concerns,
  onRelation,
}: ChangeReaderOptions): (message: Buffer) => CommittedChange | null {
  const relations = new Map<number, Relation>();
  let xid = 0;
  let commitTimestamp = '';
  let silent: ReadonlySet<string> = new Set();

  return (message) => {
    const relationId = relationOfChange(message);
    if (relationId === null) {
      const read = readMessage(message);
      if (read.kind === 'begin') {
        ({ xid, commitTimestamp } = read);
        silent = new Set();
      } else if (read.kind === 'relation') {
        relations.set(read.relation.id, read.relation);
        onRelation();
      } else if (read.kind === 'message' && read.prefix === SILENT_DELETES) {
        silent = new Set(read.content.split(','));
      }
      return null;
    }
    const relation = relations.get(relationId);
    if (!relation || !concerns(relation.schema, relation.name)) return null;
    const change = readMessage(message);
    if (change.kind !== 'insert' && change.kind !== 'update' && change.kind !== 'delete') return null;
    if (change.kind === 'delete' && silent.has(`${relation.schema}.${relation.name}`)) return null;
    return { relation, commitTimestamp, change, xid, bytes: message.length };
  };
}
