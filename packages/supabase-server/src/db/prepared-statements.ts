import pg from 'pg';

/**
 * Shapes that one connection keeps prepared. Clients choose the shapes, and PostgreSQL holds a plan
 * for each, so the least recently used is closed when there are more.
 */
const MOST_PREPARED = 100;

/** Members of node-postgres's connection that its type declarations leave out. */
interface Connection {
  /** Texts by the name under which they are prepared. */
  parsedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
}

/**
 * PostgreSQL's answer to Describe, as node-postgres reads it: the columns of a statement's rows.
 */
export interface RowDescription {
  fields: ReadonlyArray<{ name: string; dataTypeID: number }>;
}

/** The columns of a prepared statement's rows: a name and a parser for each. */
export type RowShape = ReadonlyArray<{ name: string; parse(text: string): unknown }>;

export function rowShape({ fields }: RowDescription): RowShape {
  return fields.map(({ name, dataTypeID }) => ({ name, parse: pg.types.getTypeParser(dataTypeID, 'text') }));
}

const namesByClient = new WeakMap<pg.ClientBase, Map<string, string>>();
const shapesByClient = new WeakMap<pg.ClientBase, Map<string, RowShape>>();
let counter = 0;

/** @returns the name under which `client` has, or will have, the statement prepared */
export function preparedName(client: pg.ClientBase, text: string): string {
  let names = namesByClient.get(client);
  if (names === undefined) {
    names = new Map();
    namesByClient.set(client, names);
  }
  const known = names.get(text);
  if (known !== undefined) {
    // A Map keeps the order of insertion: a used entry goes to the end.
    names.delete(text);
    names.set(text, known);
    return known;
  }
  counter += 1;
  const name = `dragoman_shape_${counter}`;
  names.set(text, name);
  if (names.size > MOST_PREPARED) closeOldest(client, names);
  return name;
}

/** @returns the known column shapes of `client`'s prepared statements, by name */
export function rowShapes(client: pg.ClientBase): Map<string, RowShape> {
  let shapes = shapesByClient.get(client);
  if (shapes === undefined) {
    shapes = new Map();
    shapesByClient.set(client, shapes);
  }
  return shapes;
}

function closeOldest(client: pg.ClientBase, names: Map<string, string>): void {
  const [oldest] = names;
  if (oldest === undefined) return;
  const [text, name] = oldest;
  names.delete(text);
  const { connection } = client as pg.ClientBase & { connection: Connection };
  // Goes out before the statement that needs the room; closing a statement that was never prepared
  // is no error.
  connection.close({ type: 'S', name });
  delete connection.parsedStatements[name];
  shapesByClient.get(client)?.delete(name);
}
