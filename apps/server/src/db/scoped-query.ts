import pg from 'pg';

// Two statements and one Sync: PostgreSQL runs what stands between two Syncs as one transaction, so setting the caller's role
// and running the statement needs neither BEGIN nor COMMIT, and each side writes to the other once. Halves what a request costs
// this process against four pipelined queries.

/** What a query of node-postgres does with its connection; its type declarations leave that out. */
interface Connection {
  bind(message: { statement: string; values: readonly string[]; valueMapper(value: string): string }): void;
  execute(message: object): void;
}

interface QueryInternals {
  requiresPreparation(): boolean;
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void;
type QueryConstructor = new (
  config: pg.QueryConfig,
  values: undefined,
  done: QueryCallback,
) => QueryInternals;

const BaseQuery = pg.Query as unknown as QueryConstructor;

export const SCOPE_STATEMENT = {
  name: 'dragoman_scope',
  text: `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('request.method', $3, true), set_config('request.path', $4, true),
    set_config('request.headers', $5, true), set_config('search_path', $6, true),
    set_config('transaction_read_only', $7, true)`,
};

/** Leaves everything as it is; sent once on each connection so that the statement is prepared there. */
const NO_SCOPE = ['none', '', '', '', '', '', 'off'];

/** A statement that runs in the scope set by {@link SCOPE_STATEMENT}, which must be prepared on its connection. */
class ScopedQuery extends BaseQuery {
  readonly #scope: readonly string[];
  #scopeSet = false;

  constructor(config: pg.QueryConfig, scope: readonly string[], done: QueryCallback) {
    super(config, undefined, done);
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
    super.prepare(connection);
  }

  override handleDataRow(message: unknown): void {
    if (this.#scopeSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    if (this.#scopeSet) super.handleCommandComplete(message, connection);
    this.#scopeSet = true;
  }
}

const primed = new WeakSet<pg.ClientBase>();

/**
 * Runs one statement in a transaction of its own that begins with setting the scope. An error in the scope keeps the statement
 * from running; an error in either, or at the commit, undoes everything.
 * @param scope values for {@link SCOPE_STATEMENT}
 */
export function runScopedQuery<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  scope: readonly string[],
  config: pg.QueryConfig,
): Promise<Row[]> {
  if (!primed.has(client)) {
    primed.add(client);
    // Answered before ours, since it is sent before ours.
    client.query({ ...SCOPE_STATEMENT, values: NO_SCOPE }).catch(() => primed.delete(client));
  }
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery(config, scope, (error, result) => {
      if (error) reject(error);
      else resolve(result.rows as Row[]);
    });
    client.query(query as unknown as pg.Submittable);
  });
}
