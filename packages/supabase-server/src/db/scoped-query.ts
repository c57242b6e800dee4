import pg from 'pg';
import { type RowDescription, type RowShape, rowShape, rowShapes } from './prepared-statements.ts';

// Two statements and one Sync: PostgreSQL runs everything between two Syncs as one transaction, so
// setting the caller's role and running the statement needs neither BEGIN nor COMMIT, and each side
// writes to the other once. This halves the cost of a request in this process against four
// pipelined queries.

type SendBuffer = (buffer: Buffer) => boolean;

/**
 * Members of node-postgres's connection that a query calls; the type declarations leave them out.
 */
interface Connection {
  _send: SendBuffer;
  bind(message: { statement: string; values: readonly string[]; valueMapper(value: string): string }): void;
  describe(message: object): void;
  execute(message: object): void;
}

interface QueryInternals {
  /** Under which it is prepared. */
  name: string;
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleRowDescription(message: RowDescription): void;
  handleDataRow(message: DataRow): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  /** Set when the rows cannot be read; the query then fails with it. */
  _canceledDueToError: unknown;
}

interface DataRow {
  fields: ReadonlyArray<string | null>;
}

export type NamedQuery = pg.QueryConfig & { name: string };

type QueryConstructor = new (
  text: string,
  values: unknown[] | undefined,
  done: (error?: Error) => void,
) => QueryInternals;

const BaseQuery = pg.Query as unknown as QueryConstructor;

export const SCOPE_STATEMENT = {
  name: 'dragoman_scope',
  // Counted, because each setting would come back as a column: claims and headers are kilobytes of
  // unused data. The claims that policies ask for in each statement are settings of their own, so
  // that PostgreSQL does not parse all claims for each of them.
  text: `select num_nonnulls(set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('request.method', $3, true), set_config('request.path', $4, true),
    set_config('request.headers', $5, true), set_config('search_path', $6, true),
    set_config('transaction_read_only', $7, true), set_config('statement_timeout', $8, true),
    set_config('storage.operation', $9, true), set_config('request.jwt.claim.sub', $10, true),
    set_config('request.jwt.claim.aal', $11, true), set_config('plan_cache_mode', $12, true))`,
};

/**
 * Leaves everything as it is; sent once on each connection so that the statement is prepared there.
 */
const NO_SCOPE = ['none', '', '', '', '', '', 'off', '0', '', '', '', 'auto'];

/**
 * A statement that runs in the scope set by {@link SCOPE_STATEMENT}, which must be prepared on its
 * connection.
 */
class ScopedQuery<Row> extends BaseQuery {
  readonly #scope: readonly string[];
  readonly #shapes: Map<string, RowShape>;
  readonly #rows: Row[] = [];
  #shape: RowShape | undefined;
  #scopeSet = false;

  constructor(
    config: NamedQuery,
    shapes: Map<string, RowShape>,
    scope: readonly string[],
    done: (error: Error | undefined, rows: Row[]) => void,
  ) {
    // Passes the text: a config would be copied with all its property descriptors.
    super(config.text, config.values, (error) => done(error, this.#rows));
    this.name = config.name;
    this.#shapes = shapes;
    this.#scope = scope;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Connection): void {
    // The columns of a prepared statement never change: PostgreSQL refuses to run it when they
    // would.
    this.#shape = this.#shapes.get(this.name);
    const outbox = new Outbox(connection, this.#shape !== undefined);
    outbox.view.bind({
      statement: SCOPE_STATEMENT.name,
      values: this.#scope,
      valueMapper: (value) => value,
    });
    outbox.view.execute({});
    super.prepare(outbox.view);
    outbox.send();
  }

  override handleRowDescription(message: RowDescription): void {
    this.#shape = rowShape(message);
    this.#shapes.set(this.name, this.#shape);
  }

  // Rows are read here and not by node-postgres, which looks up each column's parser again for each
  // query.
  override handleDataRow({ fields }: DataRow): void {
    if (!this.#scopeSet || this._canceledDueToError) return;
    const row: Record<string, unknown> = {};
    try {
      this.#shape?.forEach(({ name, parse }, index) => {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : parse(text);
      });
    } catch (error) {
      this._canceledDueToError = error;
      return;
    }
    this.#rows.push(row as Row);
  }

  override handleCommandComplete(): void {
    this.#scopeSet = true;
  }
}

/**
 * Collects the output to a connection, so that it leaves in one piece: Node writes one buffer
 * faster than a list of them.
 */
class Outbox {
  /** The connection to write to. */
  readonly view: Connection;
  readonly #connection: Connection;
  readonly #buffers: Buffer[] = [];

  /**
   * @param described whether the statement's columns are known: then asking for them would be a
   * message more in each direction
   */
  constructor(connection: Connection, described: boolean) {
    this.#connection = connection;
    this.view = Object.create(connection) as Connection;
    this.view._send = (buffer) => this.#buffers.push(buffer) > 0;
    if (described) this.view.describe = () => undefined;
  }

  send(): void {
    this.#connection._send(Buffer.concat(this.#buffers));
  }
}

const primed = new WeakSet<pg.ClientBase>();

/**
 * Runs one statement in a transaction of its own that begins with setting the scope. An error in
 * the scope keeps the statement from running; an error in either, or at the commit, undoes
 * everything.
 * @param scope values for {@link SCOPE_STATEMENT}
 * @param config a statement prepared, or to be prepared, under its name
 */
export function runScopedQuery<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  scope: readonly string[],
  config: NamedQuery,
): Promise<Row[]> {
  if (!primed.has(client)) {
    primed.add(client);
    // Answered before ours, since it is sent before ours.
    client.query({ ...SCOPE_STATEMENT, values: NO_SCOPE }).catch(() => primed.delete(client));
  }
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery<Row>(config, rowShapes(client), scope, (error, rows) => {
      if (error) reject(error);
      else resolve(rows);
    });
    client.query(query as unknown as pg.Submittable);
  });
}
