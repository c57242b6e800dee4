import pg from 'pg';
import { type RowDescription, rowShapes } from './prepared-statements.ts';

// Two statements and one Sync: PostgreSQL runs what stands between two Syncs as one transaction, so setting the caller's role
// and running the statement needs neither BEGIN nor COMMIT, and each side writes to the other once. Halves what a request costs
// this process against four pipelined queries.

/** What a query of node-postgres does with its connection; its type declarations leave that out. */
interface Connection {
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
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

export type NamedQuery = pg.QueryConfig & { name: string };

type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void;
type QueryConstructor = new (
  text: string,
  values: unknown[] | undefined,
  done: QueryCallback,
) => QueryInternals;

const BaseQuery = pg.Query as unknown as QueryConstructor;

export const SCOPE_STATEMENT = {
  name: 'dragoman_scope',
  // Counted, since each setting would come back as a column: claims and headers are kilobytes that nobody reads.
  text: `select num_nonnulls(set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('request.method', $3, true), set_config('request.path', $4, true),
    set_config('request.headers', $5, true), set_config('search_path', $6, true),
    set_config('transaction_read_only', $7, true))`,
};

/** Leaves everything as it is; sent once on each connection so that the statement is prepared there. */
const NO_SCOPE = ['none', '', '', '', '', '', 'off'];

/** A statement that runs in the scope set by {@link SCOPE_STATEMENT}, which must be prepared on its connection. */
class ScopedQuery extends BaseQuery {
  readonly #scope: readonly string[];
  readonly #shapes: Map<string, RowDescription>;
  #scopeSet = false;

  constructor(
    config: NamedQuery,
    shapes: Map<string, RowDescription>,
    scope: readonly string[],
    done: QueryCallback,
  ) {
    // As a text: a config would be copied with all its property descriptors.
    super(config.text, config.values, done);
    this.name = config.name;
    this.#shapes = shapes;
    this.#scope = scope;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(connection: Connection): void {
    connection.bind({
      statement: SCOPE_STATEMENT.name,
      values: this.#scope,
      valueMapper: (value) => value,
    });
    connection.execute({});
    const shape = this.#shapes.get(this.name);
    if (shape === undefined) {
      super.prepare(connection);
      return;
    }
    // The columns of a prepared statement never change: PostgreSQL refuses to run it when they would.
    super.handleRowDescription(shape);
    super.prepare(withoutDescribe(connection));
  }

  override handleRowDescription(message: RowDescription): void {
    this.#shapes.set(this.name, message);
    super.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    if (this.#scopeSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#scopeSet) super.handleCommandComplete(message, connection);
    this.#scopeSet = true;
  }
}

const undescribed = new WeakMap<Connection, Connection>();

/** The same connection, but for one message less in each direction. */
function withoutDescribe(connection: Connection): Connection {
  let view = undescribed.get(connection);
  if (view === undefined) {
    view = Object.create(connection, { describe: { value: () => undefined } }) as Connection;
    undescribed.set(connection, view);
  }
  return view;
}

const primed = new WeakSet<pg.ClientBase>();

/**
 * Runs one statement in a transaction of its own that begins with setting the scope. An error in the scope keeps the statement
 * from running; an error in either, or at the commit, undoes everything.
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
    const query = new ScopedQuery(config, rowShapes(client), scope, (error, result) => {
      if (error) reject(error);
      else resolve(result.rows as Row[]);
    });
    client.query(query as unknown as pg.Submittable);
  });
}
