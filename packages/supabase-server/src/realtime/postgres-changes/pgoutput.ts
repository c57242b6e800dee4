/**
 * Reads the messages of PostgreSQL's plugin pgoutput, protocol version 1 (PostgreSQL documentation,
 * 54.9 "Logical Replication Message Formats"). Pure.
 */

/** A table as the stream describes it before its first change, and again when it was altered. */
export interface Relation {
  id: number;
  schema: string;
  name: string;
  /** `pg_class.relreplident`. */
  identity: string;
  columns: ReadonlyArray<{
    name: string;
    /** Whether the column is part of the replica identity. */
    inIdentity: boolean;
  }>;
}

/**
 * A value as PostgreSQL's text; null for SQL's null; undefined when it was not sent: a large value
 * that an update left as it was.
 */
export type TextValue = string | null | undefined;

/** Values in the order of the relation's columns. */
export type Tuple = readonly TextValue[];

/** The old row of an update or delete: the columns of the replica identity, or all of them. */
export interface OldTuple {
  whole: boolean;
  values: Tuple;
}

export type StreamMessage =
  | { kind: 'begin'; xid: number; commitTimestamp: string }
  | { kind: 'relation'; relation: Relation }
  | { kind: 'message'; prefix: string; content: string }
  | { kind: 'insert'; relationId: number; row: Tuple }
  | { kind: 'update'; relationId: number; old: OldTuple | null; row: Tuple }
  | { kind: 'delete'; relationId: number; old: OldTuple }
  /** Commits, types, origins and truncations. */
  | { kind: 'other' };

const MILLISECONDS_TO_2000 = 946_684_800_000;

/** @throws {RangeError} when the message is cut off */
export function readMessage(message: Buffer): StreamMessage {
  const cursor = new Cursor(message);
  switch (cursor.letter()) {
    case 'B':
      cursor.skip(8);
      return { kind: 'begin', commitTimestamp: cursor.time(), xid: cursor.uint32() };
    case 'R':
      return { kind: 'relation', relation: readRelation(cursor) };
    case 'M':
      cursor.skip(9);
      return { kind: 'message', prefix: cursor.string(), content: cursor.text(cursor.uint32()) };
    case 'I': {
      const relationId = cursor.uint32();
      cursor.skip(1);
      return { kind: 'insert', relationId, row: readTuple(cursor) };
    }
    case 'U': {
      const relationId = cursor.uint32();
      const first = cursor.letter();
      if (first === 'N') return { kind: 'update', relationId, old: null, row: readTuple(cursor) };
      const old = { whole: first === 'O', values: readTuple(cursor) };
      cursor.skip(1);
      return { kind: 'update', relationId, old, row: readTuple(cursor) };
    }
    case 'D': {
      const relationId = cursor.uint32();
      return {
        kind: 'delete',
        relationId,
        old: { whole: cursor.letter() === 'O', values: readTuple(cursor) },
      };
    }
    default:
      return { kind: 'other' };
  }
}

/** The relation that a change is about, without reading the rest; null for another message. */
export function relationOfChange(message: Buffer): number | null {
  return 'IUD'.includes(String.fromCharCode(message[0] ?? 0)) ? message.readUInt32BE(1) : null;
}

function readRelation(cursor: Cursor): Relation {
  const id = cursor.uint32();
  // The empty schema is pg_catalog.
  const schema = cursor.string() || 'pg_catalog';
  const name = cursor.string();
  const identity = cursor.letter();
  const columns = Array.from({ length: cursor.uint16() }, () => {
    const inIdentity = (cursor.byte() & 1) === 1;
    const column = { name: cursor.string(), inIdentity };
    cursor.skip(8);
    return column;
  });
  return { id, schema, name, identity, columns };
}

function readTuple(cursor: Cursor): Tuple {
  return Array.from({ length: cursor.uint16() }, (): TextValue => {
    switch (cursor.letter()) {
      case 'n':
        return null;
      case 'u':
        return undefined;
      default:
        return cursor.text(cursor.uint32());
    }
  });
}

class Cursor {
  readonly #buffer: Buffer;
  #at = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  skip(bytes: number): void {
    this.#at += bytes;
  }

  byte(): number {
    this.#at += 1;
    return this.#buffer.readUInt8(this.#at - 1);
  }

  letter(): string {
    return String.fromCharCode(this.byte());
  }

  uint16(): number {
    this.#at += 2;
    return this.#buffer.readUInt16BE(this.#at - 2);
  }

  uint32(): number {
    this.#at += 4;
    return this.#buffer.readUInt32BE(this.#at - 4);
  }

  /** Microseconds since 2000. @returns ISO 8601 in milliseconds */
  time(): string {
    this.#at += 8;
    const microseconds = this.#buffer.readBigInt64BE(this.#at - 8);
    return new Date(Number(microseconds / 1000n) + MILLISECONDS_TO_2000).toISOString();
  }

  text(bytes: number): string {
    const end = this.#at + bytes;
    if (end > this.#buffer.length) throw new RangeError('the message is cut off');
    const text = this.#buffer.toString('utf8', this.#at, end);
    this.#at = end;
    return text;
  }

  /** Ends with a zero byte. */
  string(): string {
    const end = this.#buffer.indexOf(0, this.#at);
    if (end < 0) throw new RangeError('the message is cut off');
    const text = this.#buffer.toString('utf8', this.#at, end);
    this.#at = end + 1;
    return text;
  }
}
